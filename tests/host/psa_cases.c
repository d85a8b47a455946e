/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls of PSA Crypto, each with its result on a line. With and without the driver the program prints the same, except
 * for lines that begin with "odd tag", "padded" or "unsaid" and for Ascon, whose expected results test_psa.py has.
 * STEP leaves out lengths; FEW leaves out key lengths and most tags, for a simulated core.
 */
#include <string.h>

#include "psa_print.h"

#ifndef STEP
#define STEP 1
#endif
#ifndef FEW
#define FEW 0
#endif
#define ASCON ((psa_algorithm_t)0x05100700) /* Ascon-AEAD128, of PSA Crypto 1.4 */
#define MOST 64
#define ROOM (MOST + 48)

static uint32_t state = 1;

/* Numbers that are the same in every run; never for real keys. */
static void fill(uint8_t *p, size_t n)
{
    while (n-- != 0) {
        state = state * 1664525u + 1013904223u;
        *p++ = (uint8_t)(state >> 24);
    }
}

psa_status_t mbedtls_psa_external_get_random(mbedtls_psa_external_random_context_t *context, uint8_t *output,
                                             size_t output_size, size_t *output_length);

psa_status_t mbedtls_psa_external_get_random(mbedtls_psa_external_random_context_t *context, uint8_t *output,
                                             size_t output_size, size_t *output_length)
{
    (void)context;
    fill(output, output_size);
    *output_length = output_size;
    return PSA_SUCCESS;
}

static mbedtls_svc_key_id_t import(psa_key_type_t type, size_t bits, psa_algorithm_t alg)
{
    psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
    mbedtls_svc_key_id_t key = MBEDTLS_SVC_KEY_ID_INIT;
    uint8_t bytes[32];
    psa_status_t status;

    fill(bytes, sizeof bytes);
    psa_set_key_type(&attributes, type);
    psa_set_key_bits(&attributes, bits);
    psa_set_key_algorithm(&attributes, alg);
    psa_set_key_usage_flags(&attributes, PSA_KEY_USAGE_ENCRYPT | PSA_KEY_USAGE_DECRYPT);
    status = psa_import_key(&attributes, bytes, bits / 8, &key);
    print_word("key");
    print_number(type, 16, 4);
    print_number((int32_t)alg, 16, 8);
    show("", status, bytes, bits / 8);
    return key;
}

/* What a message is made of; for Ascon alone, which Mbed TLS does not know. */
static void given(psa_algorithm_t alg, const uint8_t *nonce, const uint8_t *ad, size_t ad_len, const uint8_t *in,
                  size_t len)
{
    if ((alg & ~PSA_ALG_AEAD_TAG_LENGTH_MASK) == (ASCON & ~PSA_ALG_AEAD_TAG_LENGTH_MASK)) {
        show("given nonce", 0, nonce, 16);
        show("given ad", 0, ad, ad_len);
        show("given text", 0, in, len);
    }
}

/* In one piece each way, then with each kind of forgery. */
static void aead_once(mbedtls_svc_key_id_t key, psa_algorithm_t alg, size_t nonce_len, size_t ad_len, size_t len)
{
    uint8_t nonce[70], ad[MOST], in[MOST], out[ROOM], back[ROOM];
    size_t n = 0, m = 0;
    psa_status_t status;

    fill(nonce, sizeof nonce);
    fill(ad, sizeof ad);
    fill(in, sizeof in);
    memset(out, 0xa5, sizeof out);
    given(alg, nonce, ad, ad_len, in, len);
    status = psa_aead_encrypt(key, alg, nonce, nonce_len, ad, ad_len, in, len, out, sizeof out, &n);
    show("seal", status, out, n);
    if (status != PSA_SUCCESS) {
        return;
    }
    status = psa_aead_decrypt(key, alg, nonce, nonce_len, ad, ad_len, out, n, back, sizeof back, &m);
    show("open", status, back, m);
    /* The buffers just as large as they must be, and in place. */
    status = psa_aead_decrypt(key, alg, nonce, nonce_len, ad, ad_len, out, n, back, len, &m);
    show("exact", status, back, m);
    memcpy(back, in, len);
    status = psa_aead_encrypt(key, alg, nonce, nonce_len, ad, ad_len, back, len, back, n, &m);
    show("place", status, back, m);
    status = psa_aead_encrypt(key, alg, nonce, nonce_len, ad, ad_len, in, len, back, n - 1, &m);
    show("small", status, back, m);
    if (len != 0) {
        status = psa_aead_decrypt(key, alg, nonce, nonce_len, ad, ad_len, out, n, back, len - 1, &m);
        show("small", status, back, m);
    }
    out[len % n] ^= 1; /* a bit of the tag */
    memset(back, 0xa5, sizeof back);
    status = psa_aead_decrypt(key, alg, nonce, nonce_len, ad, ad_len, out, n, back, len, &m);
    show("forged", status, back, len); /* all of it: nothing may be left */
    out[len % n] ^= 1;
    if (ad_len != 0) {
        ad[ad_len - 1] ^= 0x80;
        status = psa_aead_decrypt(key, alg, nonce, nonce_len, ad, ad_len, out, n, back, len, &m);
        show("forged", status, back, len);
    }
    status = psa_aead_decrypt(key, alg, nonce, nonce_len, ad, ad_len, out, n - len - 1, back, sizeof back, &m);
    show("short", status, back, m);
}

/* Both ways in pieces of `piece` bytes, lengths in front of the nonce or behind it. */
static void aead_pieces(mbedtls_svc_key_id_t key, psa_algorithm_t alg, size_t nonce_len, size_t ad_len, size_t len,
                        size_t piece, unsigned form)
{
    uint8_t nonce[70], ad[MOST], in[MOST], out[ROOM], back[ROOM], tag[16];
    size_t i, n, m = 0, done = 0, tag_len = 0;
    psa_status_t status;
    unsigned opens;

    fill(nonce, sizeof nonce);
    fill(ad, sizeof ad);
    fill(in, sizeof in);
    given(alg, nonce, ad, ad_len, in, len);
    for (opens = 0; opens < 2; opens++) {
        psa_aead_operation_t operation = PSA_AEAD_OPERATION_INIT;

        status = opens ? psa_aead_decrypt_setup(&operation, key, alg) : psa_aead_encrypt_setup(&operation, key, alg);
        if (status == PSA_SUCCESS && (form & 1) != 0) {
            status = psa_aead_set_lengths(&operation, ad_len, len);
        }
        if (status == PSA_SUCCESS) {
            status = psa_aead_set_nonce(&operation, nonce, nonce_len);
        }
        if (status == PSA_SUCCESS && (form & 3) == 0) {
            status = psa_aead_set_lengths(&operation, ad_len, len);
        }
        for (i = 0; status == PSA_SUCCESS && i < ad_len; i += piece) {
            status = psa_aead_update_ad(&operation, ad + i, ad_len - i < piece ? ad_len - i : piece);
        }
        done = 0;
        for (i = 0; status == PSA_SUCCESS && i < len; i += piece) {
            n = len - i < piece ? len - i : piece;
            status = psa_aead_update(&operation, (opens ? out : in) + i, n, (opens ? back : out) + done, ROOM - done,
                                     &m);
            done += m;
        }
        m = 0;
        if (opens) {
            tag[0] ^= (form & 4) != 0; /* forged */
            if (status == PSA_SUCCESS) {
                status = psa_aead_verify(&operation, back + done, ROOM - done, &m, tag, tag_len - ((form & 8) != 0));
            }
            show("verify", status, back, status == PSA_SUCCESS ? done + m : 0);
        } else {
            if (status == PSA_SUCCESS) {
                status = psa_aead_finish(&operation, out + done, ROOM - done, &m, tag, sizeof tag, &tag_len);
            }
            show("finish", status, out, status == PSA_SUCCESS ? done + m : 0);
            show("tag", status, tag, tag_len);
        }
        show("abort", psa_aead_abort(&operation), tag, 0);
        if (status != PSA_SUCCESS) {
            return;
        }
    }
}

/* Calls that the driver or Mbed TLS refuses. */
static void aead_refused(mbedtls_svc_key_id_t key, psa_algorithm_t alg, size_t nonce_len)
{
    psa_aead_operation_t operation = PSA_AEAD_OPERATION_INIT;
    uint8_t nonce[40] = {1}, in[20] = {2}, out[20], tag[16], same;
    size_t n = 0, m = 0;
    psa_status_t status;

    show("early", psa_aead_update(&operation, in, 1, out, 1, &n), out, 0);
    show("setup", psa_aead_encrypt_setup(&operation, key, alg), out, 0);
    show("again", psa_aead_encrypt_setup(&operation, key, alg), out, 0);
    show("setup", psa_aead_encrypt_setup(&operation, key, alg), out, 0);
    show("nonce", psa_aead_set_nonce(&operation, nonce, nonce_len + 17), out, 0);
    show("setup", psa_aead_encrypt_setup(&operation, key, alg), out, 0);
    show("lengths", psa_aead_set_lengths(&operation, 0, 20), out, 0);
    show("nonce", psa_aead_set_nonce(&operation, nonce, nonce_len), out, 0);
    show("small", psa_aead_update(&operation, in, 20, out, 19, &n), out, 0);
    show("setup", psa_aead_encrypt_setup(&operation, key, alg), out, 0);
    show("lengths", psa_aead_set_lengths(&operation, 0, 3), out, 0);
    show("nonce", psa_aead_set_nonce(&operation, nonce, nonce_len), out, 0);
    show("more", psa_aead_update(&operation, in, 4, out, 20, &n), out, 0);
    show("setup", psa_aead_encrypt_setup(&operation, key, alg), out, 0);
    show("lengths", psa_aead_set_lengths(&operation, 0, 3), out, 0);
    show("nonce", psa_aead_set_nonce(&operation, nonce, nonce_len), out, 0);
    status = psa_aead_update(&operation, in, 2, out, 20, &n);
    show("update", status, out, n);
    show("less", psa_aead_finish(&operation, out, 20, &n, tag, 16, &m), out, 0);
    show("setup", psa_aead_encrypt_setup(&operation, key, alg), out, 0);
    show("lengths", psa_aead_set_lengths(&operation, 0, 0), out, 0);
    show("nonce", psa_aead_set_nonce(&operation, nonce, nonce_len), out, 0);
    show("tag", psa_aead_finish(&operation, out, 20, &n, tag, PSA_ALG_AEAD_GET_TAG_LENGTH(alg) - 1u, &m), out, 0);
    show("setup", psa_aead_decrypt_setup(&operation, key, alg), out, 0);
    show("lengths", psa_aead_set_lengths(&operation, 0, 0), out, 0);
    show("nonce", psa_aead_set_nonce(&operation, nonce, nonce_len), out, 0);
    show("wrong end", psa_aead_finish(&operation, out, 20, &n, tag, 16, &m), out, 0);
    show("abort", psa_aead_abort(&operation), out, 0);
    /* An empty message without lengths: the tag of a whole call. For AES-CCM Mbed TLS itself computes another one. */
    show("setup", psa_aead_encrypt_setup(&operation, key, alg), out, 0);
    show("nonce", psa_aead_set_nonce(&operation, nonce, nonce_len), out, 0);
    status = psa_aead_finish(&operation, out, 20, &n, tag, sizeof tag, &m);
    show("empty", status, tag, 0);
    status = psa_aead_encrypt(key, alg, nonce, nonce_len, NULL, 0, NULL, 0, out, sizeof out, &n);
    same = n == m && memcmp(tag, out, m) == 0;
    show("unsaid tag", status, &same, 1);
    show("setup", psa_aead_decrypt_setup(&operation, key, alg), out, 0);
    show("nonce", psa_aead_set_nonce(&operation, nonce, nonce_len), out, 0);
    status = psa_aead_verify(&operation, in, sizeof in, &m, out, n);
    show("unsaid verify", status, tag, 0);
}

/* A tag of GCM that SP 800-38D does not have. Mbed TLS itself makes it in one call, but not in several. */
static void aead_odd_tag(mbedtls_svc_key_id_t key, psa_algorithm_t alg)
{
    uint8_t nonce[12] = {1}, out[ROOM];
    size_t n = 0;

    show("odd tag", psa_aead_encrypt(key, alg, nonce, 12, nonce, 0, nonce, 5, out, sizeof out, &n), out, 0);
}

static const uint8_t nonces[] = {1, 8, 12, 16, 60};

static void aead(psa_key_type_t type, size_t bits, psa_algorithm_t base, const uint8_t *tags, size_t count)
{
    mbedtls_svc_key_id_t key =
        import(type, bits, PSA_ALG_AEAD_WITH_AT_LEAST_THIS_LENGTH_TAG(PSA_ALG_AEAD_WITH_SHORTENED_TAG(base, 1), 1));
    unsigned gcm = base == PSA_ALG_GCM, ccm = base == PSA_ALG_CCM, n = 0;
    size_t t, len, nonce_len;

    for (t = FEW ? count - 1 : 0; t < count; t++) {
        psa_algorithm_t alg = PSA_ALG_AEAD_WITH_SHORTENED_TAG(base, tags[t]);

        print_number((int32_t)alg, 16, 8);
        show("alg", 0, nonces, 0);
        for (len = 0; len <= MOST; len += STEP, n++) {
            nonce_len = ccm ? 7 + n % 7 : gcm ? nonces[n % sizeof nonces] : base == ASCON ? 16 : 12;
            aead_once(key, alg, nonce_len, n * 7 % 41, len);
            if (n % 2 == 0) {
                aead_pieces(key, alg, nonce_len, n * 5 % 41, len, 1 + n % 37, n / 2 % 16);
            }
        }
        aead_refused(key, alg, ccm || gcm || base == PSA_ALG_CHACHA20_POLY1305 ? 12 : 16);
    }
    /* Tags and nonces that the algorithm does not have. */
    for (t = 0; t <= 18; t += FEW ? 5 : 1) {
        if (gcm && t >= 5 && t < 12 && t != 8) {
            aead_odd_tag(key, PSA_ALG_AEAD_WITH_SHORTENED_TAG(base, t));
        } else {
            aead_once(key, PSA_ALG_AEAD_WITH_SHORTENED_TAG(base, t), 12, 3, 5);
        }
        aead_pieces(key, PSA_ALG_AEAD_WITH_SHORTENED_TAG(base, t), 12, 3, 5, 4, 0);
        aead_once(key, PSA_ALG_AEAD_WITH_SHORTENED_TAG(base, 16), t, 3, 5);
        aead_pieces(key, PSA_ALG_AEAD_WITH_SHORTENED_TAG(base, 16), t, 3, 5, 4, 0);
    }
    psa_destroy_key(key);
}

static void cipher_once(mbedtls_svc_key_id_t key, psa_algorithm_t alg, size_t len)
{
    uint8_t in[MOST], out[ROOM], back[ROOM];
    size_t n = 0, m = 0, i;
    psa_status_t status;

    fill(in, sizeof in);
    status = psa_cipher_encrypt(key, alg, in, len, out, sizeof out, &n);
    show("encrypt", status, out, n);
    if (n == 0) {
        status = psa_cipher_decrypt(key, alg, in, len, back, sizeof back, &m);
        show("decrypt", status, back, m);
        return;
    }
    status = psa_cipher_decrypt(key, alg, out, n, back, sizeof back, &m);
    show("decrypt", status, back, m);
    /* Mbed TLS itself wants room for the padding, too. */
    status = psa_cipher_decrypt(key, alg, out, n, back, len, &m);
    show(alg == PSA_ALG_CBC_PKCS7 ? "padded" : "exact", status, back, m);
    status = psa_cipher_encrypt(key, alg, in, len, back, n - 1, &m);
    show("small", status, back, m);
    if (len != 0) {
        status = psa_cipher_decrypt(key, alg, out, n, back, len - 1, &m);
        show("small", status, back, m);
    }
    /* Wrong padding of every kind: the last byte of the block before the last one changes that of the padding. */
    for (i = 0; n >= 32 && i < 256; i += len % 16 == 3 && !FEW ? 1 : 37) {
        out[n - 17] ^= (uint8_t)i;
        status = psa_cipher_decrypt(key, alg, out, n, back, sizeof back, &m);
        show("padding", status, back, m);
        out[n - 17] ^= (uint8_t)i;
    }
    status = psa_cipher_decrypt(key, alg, out, n - 1, back, sizeof back, &m);
    show("cut", status, back, m);
}

static void cipher_pieces(mbedtls_svc_key_id_t key, psa_algorithm_t alg, size_t len, size_t piece)
{
    uint8_t in[MOST], out[ROOM], back[ROOM], iv[16];
    size_t i, n, m = 0, done = 0, sealed = 0;
    psa_status_t status;
    unsigned opens;

    fill(in, sizeof in);
    fill(iv, sizeof iv);
    for (opens = 0; opens < 2; opens++) {
        psa_cipher_operation_t operation = PSA_CIPHER_OPERATION_INIT;

        status = opens ? psa_cipher_decrypt_setup(&operation, key, alg)
                       : psa_cipher_encrypt_setup(&operation, key, alg);
        if (status == PSA_SUCCESS && alg != PSA_ALG_ECB_NO_PADDING) {
            status = psa_cipher_set_iv(&operation, iv, alg == PSA_ALG_CCM_STAR_NO_TAG ? 13 : sizeof iv);
        }
        done = 0;
        for (i = 0; status == PSA_SUCCESS && i < (opens ? sealed : len); i += piece) {
            n = (opens ? sealed : len) - i < piece ? (opens ? sealed : len) - i : piece;
            status = psa_cipher_update(&operation, (opens ? out : in) + i, n, (opens ? back : out) + done, ROOM - done,
                                       &m);
            show("piece", status, (opens ? back : out) + done, m);
            done += m;
        }
        m = 0;
        if (status == PSA_SUCCESS) {
            status = psa_cipher_finish(&operation, (opens ? back : out) + done, ROOM - done, &m);
        }
        show(opens ? "decrypt" : "encrypt", status, opens ? back : out, status == PSA_SUCCESS ? done + m : done);
        sealed = done + m;
        if (status != PSA_SUCCESS) {
            psa_cipher_abort(&operation);
            return;
        }
    }
}

static void cipher_refused(mbedtls_svc_key_id_t key, psa_algorithm_t alg)
{
    psa_cipher_operation_t operation = PSA_CIPHER_OPERATION_INIT;
    uint8_t iv[17] = {1}, in[20] = {2}, out[40];
    size_t n = 0;

    show("early", psa_cipher_update(&operation, in, 1, out, 1, &n), out, 0);
    show("setup", psa_cipher_encrypt_setup(&operation, key, alg), out, 0);
    show("iv", psa_cipher_set_iv(&operation, iv, 17), out, 0);
    show("setup", psa_cipher_encrypt_setup(&operation, key, alg), out, 0);
    show("no iv", psa_cipher_update(&operation, in, 16, out, 16, &n), out, 0);
    show("abort", psa_cipher_abort(&operation), out, 0);
    show("setup", psa_cipher_decrypt_setup(&operation, key, alg), out, 0);
    show("iv", psa_cipher_set_iv(&operation, iv, 16), out, 0);
    show("nothing", psa_cipher_finish(&operation, out, 40, &n), out, 0);
    show("setup", psa_cipher_encrypt_setup(&operation, key, alg), out, 0);
    show("iv", psa_cipher_set_iv(&operation, iv, 16), out, 0);
    show("small", psa_cipher_update(&operation, in, 20, out, 15, &n), out, 0);
    show("abort", psa_cipher_abort(&operation), out, 0);
}

static const psa_algorithm_t modes[] = {PSA_ALG_ECB_NO_PADDING, PSA_ALG_CBC_NO_PADDING, PSA_ALG_CBC_PKCS7, PSA_ALG_CTR,
                                        PSA_ALG_CCM_STAR_NO_TAG};

static void ciphers(size_t bits)
{
    size_t i, len;

    for (i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        mbedtls_svc_key_id_t key = import(PSA_KEY_TYPE_AES, bits, modes[i]);

        for (len = 0; len <= MOST; len += STEP) {
            cipher_once(key, modes[i], len);
            cipher_pieces(key, modes[i], len, 1 + len * 7 % 35);
            cipher_pieces(key, modes[i], len, 16);
        }
        cipher_refused(key, modes[i]);
        psa_destroy_key(key);
    }
}

int main(void)
{
    static const uint8_t ccm[] = {4, 6, 8, 10, 12, 14, 16}, gcm[] = {4, 8, 12, 13, 14, 15, 16}, whole[] = {16};
    static const uint8_t short_ones[] = {4, 7, 8, 15, 16};
    size_t bits;

    show("init", psa_crypto_init(), ccm, 0);
    for (bits = 128; bits <= (FEW ? 128 : 256); bits += 64) {
        aead(PSA_KEY_TYPE_AES, bits, PSA_ALG_CCM, ccm, sizeof ccm);
        aead(PSA_KEY_TYPE_AES, bits, PSA_ALG_GCM, gcm, sizeof gcm);
        ciphers(bits);
    }
    aead(PSA_KEY_TYPE_CHACHA20, 256, PSA_ALG_CHACHA20_POLY1305, whole, sizeof whole);
    aead(0x2008, 128, ASCON, whole, sizeof whole);
    aead(0x2008, 128, ASCON, short_ones, sizeof short_ones - 1);
    aead(0x2008, 256, ASCON, short_ones, sizeof short_ones);
    mbedtls_psa_crypto_free();
    return 0;
}
