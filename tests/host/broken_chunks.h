/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * broken.h with messages in chunks (vambrace/chunks.h) of which the fuzz target calls
 * these, with one fault that the environment variable VMB_FAULT names (broken_chunks.c).
 */
#ifndef VMB_BROKEN_CHUNKS_H
#define VMB_BROKEN_CHUNKS_H

#include "broken.h"
#include "vambrace/chunks.h"

#define FUZZ_CHUNKS(name) vmb_broken_chunks_##name

int vmb_broken_chunks_seal_start(vmb_chunks *s, const vmb_aead *a, const void *key, const uint8_t *prefix,
                                 size_t prefix_len);
int vmb_broken_chunks_open_start(vmb_chunks *s, const vmb_aead *a, const void *key, const uint8_t *prefix,
                                 size_t prefix_len);
int vmb_broken_chunks_seal(vmb_chunks *s, uint8_t *out, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len,
                           int last);
int vmb_broken_chunks_open(vmb_chunks *s, uint8_t *out, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len,
                           int last);
int vmb_broken_chunks_finish(vmb_chunks *s);

#endif
