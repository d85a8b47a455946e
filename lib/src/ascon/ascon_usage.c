/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The limits of a key of Ascon-AEAD128 (vambrace/ascon_usage.h): NIST SP 800-232, section 4.3.
 */
#include "vambrace/ascon_usage.h"

#include "common/common.h"

/* Bytes of a nonce, which count as data. */
#define VMB_USAGE_NONCE 16

/* The bytes of a tag that tag_len asks for, or 0 if there is no such tag. */
static uint32_t vmb_usage_tag(size_t tag_len)
{
    if (tag_len - 8 <= 8 || tag_len - VMB_SHORT_TAG(4) < 4) {
        return (uint32_t)VMB_TAG_BYTES(tag_len);
    }
    return 0;
}

static int vmb_usage_ready(const vmb_ascon_usage *usage)
{
    if (usage == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return usage->tag_len == 0 ? VMB_ERR_STATE : VMB_OK;
}

/* Counts n bytes, or says that they are too many. */
static int vmb_usage_add(vmb_ascon_usage *usage, uint64_t n)
{
    if (usage->bytes > VMB_ASCON_USAGE_BYTES || n > VMB_ASCON_USAGE_BYTES - usage->bytes ||
        usage->failures >= usage->most_failures) {
        return VMB_ERR_LIMIT;
    }
    usage->bytes += n;
    return VMB_OK;
}

int vmb_ascon_usage_start(vmb_ascon_usage *usage, size_t tag_len, uint32_t failures)
{
    uint32_t n = vmb_usage_tag(tag_len);

    if (n == 0) {
        return VMB_ERR_LENGTH;
    }
    if (usage == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    usage->bytes = 0;
    usage->failures = 0;
    usage->most_failures = failures;
    if (failures == 0 && n < 8) {
        usage->most_failures = 1;
    } else if (failures == 0) {
        /* A limit of 2^64 and more is not reached: see the header. */
        usage->most_failures = n < 12 ? (uint64_t)1 << (8 * n - 32) : UINT64_MAX;
    }
    usage->tag_len = n;
    return VMB_OK;
}

int vmb_ascon_usage_message(vmb_ascon_usage *usage, size_t tag_len, size_t ad_len, size_t len)
{
    uint32_t n = vmb_usage_tag(tag_len);
    int status = vmb_usage_ready(usage);

    if (status != VMB_OK) {
        return status;
    }
    if (n != usage->tag_len || ad_len > VMB_MAX_BYTES || len > VMB_MAX_BYTES) {
        return VMB_ERR_LENGTH;
    }
    return vmb_usage_add(usage, (uint64_t)VMB_USAGE_NONCE + ad_len + len);
}

int vmb_ascon_usage_more(vmb_ascon_usage *usage, size_t len)
{
    int status = vmb_usage_ready(usage);

    if (status != VMB_OK) {
        return status;
    }
    return len > VMB_MAX_BYTES ? VMB_ERR_LENGTH : vmb_usage_add(usage, len);
}

int vmb_ascon_usage_result(vmb_ascon_usage *usage, int status)
{
    int ready = vmb_usage_ready(usage);

    if (ready != VMB_OK) {
        return status == VMB_OK ? ready : status;
    }
    if (status == VMB_ERR_TAG && usage->failures != UINT64_MAX) {
        usage->failures++;
    }
    return status;
}
