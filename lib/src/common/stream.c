/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The argument checks of streams (common.h). Each is called once for a piece, never
 * for a block.
 */
#include "common/common.h"

int vmb_check_input(const void *object, size_t object_size, uint32_t *total, const uint8_t *in, size_t len)
{
    if (len > VMB_MAX_BYTES - *total) {
        return VMB_ERR_LENGTH;
    }
    if (len != 0 && (in == NULL || VMB_OVERLAP(in, len, object, object_size))) {
        return VMB_ERR_ARGUMENT;
    }
    *total += (uint32_t)len;
    return VMB_OK;
}

int vmb_check_output(const void *object, size_t object_size, const uint8_t *out, size_t len)
{
    if (len > VMB_MAX_BYTES) {
        return VMB_ERR_LENGTH;
    }
    if (len != 0 && (out == NULL || VMB_OVERLAP(out, len, object, object_size))) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_OK;
}

int vmb_check_update(const void *object, size_t object_size, const void *key, size_t key_size, uint32_t *total,
                     const uint8_t *out, const uint8_t *in, size_t len)
{
    uint32_t sum = *total;
    int status = vmb_check_input(object, object_size, &sum, in, len);

    if (status == VMB_OK) {
        status = vmb_check_output(object, object_size, out, len);
    }
    if (status == VMB_OK && len != 0 &&
        (VMB_OVERLAP(out, len, key, key_size) || (out != in && VMB_OVERLAP(out, len, in, len)))) {
        status = VMB_ERR_ARGUMENT;
    }
    if (status == VMB_OK) {
        *total = sum;
    }
    return status;
}

int vmb_check_tag(const void *object, size_t object_size, const void *key, size_t key_size, const uint8_t *tag,
                  size_t tag_len, uint32_t opening)
{
    if (opening == 0 && VMB_OVERLAP(tag, tag_len, key, key_size)) {
        return VMB_ERR_ARGUMENT;
    }
    return vmb_check_output(object, object_size, tag, tag_len);
}

int vmb_end_stream(void *stream, size_t size, int status)
{
    vmb_wipe(stream, size);
    return status;
}
