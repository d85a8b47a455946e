/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The checks of vmb_check_here (common.h) in the size profile: the same order, as a
 * loop over the arguments.
 */
#include "common/common.h"

#if VMB_SIZE

/* A pointer of vmb_call and the length that follows it. */
#if defined(__GNUC__)
typedef struct {
    const uint8_t *at;
    size_t len;
} __attribute__((__may_alias__)) vmb_region;
#else
typedef struct {
    const uint8_t *at;
    size_t len;
} vmb_region;
#endif

#define VMB_REGION(member) ((const vmb_region *)(const void *)&c->member)

/* 1 if an argument is null with a length, or shares a byte with the n > 0 bytes at p; `own` is omitted. Key, then from
 * `tag` on in order. */
static int vmb_meets(const vmb_call *c, const vmb_region *own, const uint8_t *p, size_t n)
{
    const vmb_region *r = VMB_REGION(key);
    size_t step = offsetof(vmb_call, tag) - offsetof(vmb_call, key);

    do {
        if (r->len != 0 && (r->at == NULL || (r != own && VMB_OVERLAP(p, n, r->at, r->len)))) {
            return 1;
        }
        r = (const vmb_region *)(const void *)((const uint8_t *)r + step);
        step = sizeof *r;
    } while (r <= VMB_REGION(in));
    return 0;
}

int vmb_check_arguments(const vmb_call *c)
{
    const uint8_t *out = c->out, *place = c->tag;
    size_t len = c->len;

    if ((len | c->ad_len) > VMB_MAX_BYTES) { /* its bits are all ones */
        return VMB_ERR_LENGTH;
    }
    if (len != 0 && (out == NULL || vmb_meets(c, out == c->in ? VMB_REGION(in) : NULL, out, len))) {
        return VMB_ERR_ARGUMENT;
    }
    /* The tag when it is written, else nothing but the null pointers. */
    len = c->tag_len;
    if (!c->tag_is_output) {
        place = (const uint8_t *)c;
        len = 1;
    }
    return vmb_meets(c, VMB_REGION(tag), place, len) ? VMB_ERR_ARGUMENT : VMB_OK;
}

#endif
