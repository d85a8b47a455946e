/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "secure_channel.h"

#ifdef CHANNEL_AES_CCM
#define CALL(name) vmb_aes128_ccm_##name
enum { NONCE = 13 };
#else
#define CALL(name) vmb_ascon_aead128_##name
enum { NONCE = 16 };
#endif

enum { REQUEST = 0, ANSWER = 1 };

static void make_nonce(uint8_t nonce[NONCE], uint8_t direction, const uint8_t header[CHANNEL_HEADER])
{
    unsigned i;

    nonce[0] = direction;
    for (i = 1; i < NONCE - CHANNEL_HEADER; i++)
        nonce[i] = 0;
    for (i = 0; i < CHANNEL_HEADER; i++)
        nonce[NONCE - CHANNEL_HEADER + i] = header[i];
}

static uint64_t sequence_of(const uint8_t header[CHANNEL_HEADER])
{
    uint64_t sequence = 0;

    for (unsigned i = 0; i < CHANNEL_HEADER; i++)
        sequence = sequence << 8 | header[i];
    return sequence;
}

static channel_result look_up(const channel *c, uint64_t sequence)
{
    if (sequence == UINT64_MAX) /* the last one, which has no successor: next would be 0 */
        return CHANNEL_OLD;
    if (sequence >= c->next)
        return CHANNEL_OK;
    if (c->next - 1 - sequence >= CHANNEL_WINDOW)
        return CHANNEL_OLD;
    return c->window >> (c->next - 1 - sequence) & 1 ? CHANNEL_REPLAYED : CHANNEL_OK;
}

static void accept(channel *c, uint64_t sequence)
{
    if (sequence >= c->next) {
        const uint64_t steps = sequence + 1 - c->next;

        c->window = steps < CHANNEL_WINDOW ? c->window << steps : 0;
        c->next = sequence + 1;
    }
    c->window |= UINT64_C(1) << (c->next - 1 - sequence);
}

channel_result channel_start(channel *c, const uint8_t *key)
{
    c->next = 0;
    c->window = 0;
    return CALL(init)(&c->key, key, CHANNEL_KEY) == VMB_OK ? CHANNEL_OK : CHANNEL_FAILED;
}

channel_result channel_open(channel *c, uint8_t *packet, size_t len)
{
    uint8_t nonce[NONCE], *text = packet + CHANNEL_HEADER;
    uint64_t sequence;
    channel_result found;
    int status;

    if (len < CHANNEL_OVERHEAD)
        return CHANNEL_SHORT;
    sequence = sequence_of(packet);
    found = look_up(c, sequence);
    if (found != CHANNEL_OK)
        return found;
    make_nonce(nonce, REQUEST, packet);
    len -= CHANNEL_OVERHEAD;
    status = CALL(open)(&c->key, text, text + len, CHANNEL_TAG, nonce, NONCE, NULL, 0, text, len);
    if (status == VMB_ERR_TAG)
        return CHANNEL_FORGED;
    if (status != VMB_OK)
        return CHANNEL_FAILED;
    accept(c, sequence);
    return CHANNEL_OK;
}

channel_result channel_answer(const channel *c, uint8_t *packet, size_t len)
{
    uint8_t nonce[NONCE], *text = packet + CHANNEL_HEADER;

    make_nonce(nonce, ANSWER, packet);
    len -= CHANNEL_OVERHEAD;
    return CALL(seal)(&c->key, text, text + len, CHANNEL_TAG, nonce, NONCE, NULL, 0, text, len) == VMB_OK
               ? CHANNEL_OK
               : CHANNEL_FAILED;
}

void channel_end(channel *c)
{
    CALL(wipe)(&c->key);
}
