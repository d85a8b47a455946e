/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls whose arguments were stored just before, and whose results are loaded directly after: with memory whose stores
 * are seen late (soc/sim/store_buffer.h) they are only right if the library has fences. expected.h has the results.
 *
 * Ends with 0, or the line of the check that failed.
 */
#include "vambrace/aead.h"
#include "vambrace/aes.h"
#include "vambrace/hash.h"

#include "expected.h"

#define ROUNDS 3
#define BYTES 48
#define AD 19

static uint8_t key[16], nonce[16], ad[AD], text[BYTES + 4], out[BYTES + 4], back[BYTES + 4], tag[16];

static void fill(uint8_t *p, unsigned n, unsigned from)
{
    volatile uint8_t *to = p;
    unsigned i;

    for (i = 0; i < n; i++) {
        to[i] = (uint8_t)(37 * i + from);
    }
}

static int wrong(const uint8_t *found, const uint8_t *wanted, unsigned n)
{
    const volatile uint8_t *from = found;
    unsigned i, differ = 0;

    for (i = 0; i < n; i++) {
        differ |= (unsigned)from[i] ^ wanted[i];
    }
    return differ != 0;
}

#define CHECK(condition)     \
    do {                     \
        if (!(condition)) {  \
            return __LINE__; \
        }                    \
    } while (0)

static void arguments(unsigned round)
{
    fill(key, 16, 3 + round);
    fill(nonce, 16, 50 + round);
    fill(ad, AD, 90 + round);
    fill(text, BYTES + 4, 130 + round);
    fill(out, BYTES + 4, 7);
    fill(back, BYTES + 4, 9);
}

static int packets(unsigned round)
{
    vmb_aes128_ccm_key k;

    arguments(round);
    CHECK(vmb_aes128_ccm_init(&k, key, 16) == VMB_OK);
    CHECK(vmb_aes128_ccm_seal(&k, out, tag, 16, nonce, 13, ad, AD, text, BYTES - 5) == VMB_OK);
    CHECK(!wrong(out, sealed[round], BYTES - 5) && !wrong(tag, tags[round], 16));
    CHECK(vmb_aes128_ccm_open(&k, back, tag, 16, nonce, 13, ad, AD, out, BYTES - 5) == VMB_OK);
    CHECK(!wrong(back, text, BYTES - 5));
    tag[3] ^= 1;
    CHECK(vmb_aes128_ccm_open(&k, back, tag, 16, nonce, 13, ad, AD, out, BYTES - 5) == VMB_ERR_TAG);
    fill(back + BYTES - 5, 5, 0);
    for (round = 0; round < BYTES - 5; round++) {
        CHECK(((volatile uint8_t *)back)[round] == 0);
    }
    return 0;
}

static int pieces(unsigned round)
{
    vmb_aes128_ccm_key k;
    vmb_aes128_ccm_stream s;

    arguments(round);
    CHECK(vmb_aes128_ccm_init(&k, key, 16) == VMB_OK);
    CHECK(vmb_aes128_ccm_seal_start(&s, &k, nonce, 13) == VMB_OK);
    CHECK(vmb_aes128_ccm_lengths(&s, AD, BYTES - 5, 16) == VMB_OK);
    CHECK(vmb_aes128_ccm_ad(&s, ad, AD) == VMB_OK);
    CHECK(vmb_aes128_ccm_update(&s, out, text, 20) == VMB_OK);
    CHECK(!wrong(out, sealed[round], 20));
    CHECK(vmb_aes128_ccm_update(&s, out + 20, text + 20, BYTES - 25) == VMB_OK);
    CHECK(vmb_aes128_ccm_seal_finish(&s, tag, 16) == VMB_OK);
    CHECK(!wrong(out, sealed[round], BYTES - 5) && !wrong(tag, tags[round], 16));
    return 0;
}

/* Chains are in the caller's memory. In place, the engine overwrites the data that the processor stored. */
static int chains(unsigned round, unsigned shift)
{
    vmb_aes128_key k;

    arguments(round);
    CHECK(vmb_aes128_init(&k, key, 16) == VMB_OK);
    fill(text + shift, BYTES, 130 + round);
    CHECK(vmb_aes128_cbc_encrypt(&k, nonce, text + shift, text + shift, BYTES) == VMB_OK);
    CHECK(!wrong(text + shift, chained[round], BYTES) && !wrong(nonce, chained[round] + BYTES - 16, 16));
    fill(nonce, 16, 50 + round);
    CHECK(vmb_aes128_cbc_decrypt(&k, nonce, out + shift, text + shift, BYTES) == VMB_OK);
    fill(back, BYTES, 130 + round);
    CHECK(!wrong(out + shift, back, BYTES));
    fill(text + shift, BYTES, 130 + round);
    CHECK(vmb_aes128_ecb_encrypt(&k, out + shift, text + shift, BYTES) == VMB_OK);
    CHECK(!wrong(out + shift, blocks[round], BYTES));
    CHECK(vmb_aes128_ecb_decrypt(&k, out + shift, out + shift, BYTES) == VMB_OK);
    CHECK(!wrong(out + shift, back, BYTES));
    fill(nonce, 16, 50 + round);
    CHECK(vmb_aes128_ctr(&k, nonce, out + shift, text + shift, BYTES - 3) == VMB_OK);
    CHECK(!wrong(out + shift, counted[round], BYTES - 3));
    return 0;
}

#if VMB_ENGINE_PORT || VMB_ENGINE_MMIO
static int digests(unsigned round)
{
    arguments(round);
    CHECK(vmb_ascon_hash256(out, 32, text, BYTES) == VMB_OK);
    CHECK(!wrong(out, hashed[round], 32));
    return 0;
}
#else
#define digests(round) 0
#endif

int main(void)
{
    unsigned round;
    int line;

    for (round = 0; round < ROUNDS; round++) {
        if ((line = packets(round)) != 0 || (line = pieces(round)) != 0 || (line = chains(round, 0)) != 0 ||
            (line = chains(round, 1)) != 0 || (line = digests(round)) != 0) {
            return line;
        }
    }
    return 0;
}
