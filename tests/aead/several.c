/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * An image with several builds (vambrace/several.h): the result of vmb_probe chooses, and every algorithm of the
 * chosen build works in vmb_any_key and vmb_any_stream. Ends with the number of the build that AES has, from 1, plus 16
 * times that of Ascon; or with 0x80 and the number of the check that failed.
 */
#include "vambrace/probe.h"
#include "vambrace/several.h"

extern const vmb_aead *const zkned_aeads[];
extern const vmb_aead *const small_aeads[];

static const vmb_build builds[] = {
    {zkned_aeads, VMB_HAS_ZKNE | VMB_HAS_ZKND},
    {small_aeads, VMB_HAS_ZBKB},
    {vmb_aeads, 0},
    {NULL, 0},
};

static vmb_any_key key;
static vmb_any_stream stream;
static uint8_t bytes[64], sealed[64], again[64];

static int number(const vmb_aead *a)
{
    int i;

    for (i = 0; builds[i].aeads != NULL; i++) {
        if (vmb_aead_find(builds[i].aeads, a->name) == a) {
            return i + 1;
        }
    }
    return 0;
}

static int works(const vmb_aead *a, const vmb_aead *other)
{
    int i, different = 0;

    if (a->key_size > sizeof key || a->stream_size > sizeof stream || vmb_aead_self_test(other) != VMB_OK) {
        return 0;
    }
    if (a->init(&key, bytes, a->key_len) != VMB_OK ||
        vmb_aead_seal_combined(a, &key, sealed, bytes, a->nonce_len, bytes, 9, bytes, 33, 16) != VMB_OK) {
        return 0;
    }
    a->wipe(&key);
    /* One build opens what the other has sealed. */
    if (other->init(&key, bytes, other->key_len) != VMB_OK ||
        vmb_aead_open_combined(other, &key, again, bytes, a->nonce_len, bytes, 9, sealed, 49, 16) != VMB_OK) {
        return 0;
    }
    other->wipe(&key);
    for (i = 0; i < 33; i++) {
        different |= again[i] ^ bytes[i];
    }
    return different == 0 && (a->seal_start == NULL || a->seal_start(&stream, &key, bytes, 0) != VMB_OK);
}

int main(void)
{
    static const vmb_aead *const one[] = {&vmb_aead_ascon128, NULL};
    static const vmb_build none[] = {{zkned_aeads, 0x80000000u}, {NULL, 0}};
    static const vmb_build less[] = {{one, 0}, {small_aeads, 0}, {NULL, 0}};
    uint32_t has = vmb_probe();
    int i;

    for (i = 0; i < 64; i++) {
        bytes[i] = (uint8_t)(5 * i + 1);
    }
    for (i = 0; vmb_aeads[i] != NULL; i++) {
        const vmb_aead *a = vmb_aead_choose(builds, has, vmb_aeads[i]->name);

        if (a == NULL || !works(a, vmb_aeads[i]) || !works(vmb_aead_find(small_aeads, a->name), a)) {
            return 0x80 + i;
        }
    }
    if (vmb_aead_choose(NULL, has, "ascon-128") != NULL || vmb_aead_choose(none, has, "ascon-128") != NULL ||
        vmb_aead_choose(builds, has, NULL) != NULL || vmb_aead_choose(builds, has, "rot13") != NULL) {
        return 0xff;
    }
    if (vmb_aead_choose(less, has, "ascon-128") != one[0] || number(vmb_aead_choose(less, has, "ascon-128a")) != 2) {
        return 0xfe;
    }
    return number(vmb_aead_choose(builds, has, "aes-128-ccm")) +
           16 * number(vmb_aead_choose(builds, has, "ascon-aead128"));
}
