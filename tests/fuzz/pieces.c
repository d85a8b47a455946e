/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A scenario of the fuzz target (fuzz.h): a message goes through a mode of AES in
 * pieces of whole blocks, with the chaining value that each call gives to the next. It
 * comes out as in one call.
 */
#include <string.h>

#include "fuzz.h"

void fuzz_try_pieces(const fuzz_algorithm *g, fuzz_input *in)
{
    vmb_job_arguments one, piece;
    size_t done = 0, len;
    uint8_t *out;

    memset(&one, 0, sizeof one);
    one.key = fuzz_keyed(g, in);
    one.open = fuzz_below(in, 2) != 0;
    one.nonce_len = (g->has & FUZZ_IV) != 0 ? 16 : 0;
    one.nonce = fuzz_new(one.nonce_len, 0);
    fuzz_fill(in, one.nonce, one.nonce_len);
    one.len = fuzz_length(in);
    one.len -= (g->has & FUZZ_BLOCKS) != 0 ? one.len % 16 : 0;
    one.in = fuzz_new(one.len, 0);
    fuzz_fill(in, (uint8_t *)(uintptr_t)one.in, one.len);
    one.out = fuzz_new(one.len, 0);
    piece = one;
    piece.nonce = fuzz_copy(one.nonce, one.nonce_len, fuzz_byte(in) & 15u);
    out = fuzz_new(one.len, 0);
    (void)fuzz_whole(g, &one, FUZZ_MAY_OK);
    while (done < one.len) {
        size_t mark = fuzz_mark();

        len = in->left == 0 ? one.len : (size_t)16 * fuzz_below(in, 12);
        piece.len = len < one.len - done ? len : one.len - done;
        piece.in = fuzz_copy(one.in + done, piece.len, fuzz_byte(in) & 15u);
        piece.out = fuzz_rarely(in, 64) ? (uint8_t *)(uintptr_t)piece.in : fuzz_new(piece.len, fuzz_byte(in) & 15u);
        (void)fuzz_whole(g, &piece, FUZZ_MAY_OK);
        memcpy(out + done, piece.out, piece.len);
        done += piece.len;
        fuzz_release(mark);
    }
    fuzz_is_equal(out, one.out, one.len, "pieces come out otherwise than the whole");
    fuzz_is_equal(piece.nonce, one.nonce, one.nonce_len, "the chaining value behind pieces is another one");
}
