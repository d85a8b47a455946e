/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Links what one operation of one algorithm needs, to measure its size; it is
 * not meant to run. VMB_ALG and so on name the algorithm as in jobs_algorithm.h, VMB_OPERATION
 * the function: -DVMB_OPERATION=VMB_FORWARD
 */
#include "vambrace/aead.h"
#include "vambrace/aes.h"
#include "vambrace/hash.h"
#include "vambrace/mac.h"

#ifdef VMB_ALGORITHM_HEADER
#include VMB_ALGORITHM_HEADER
#endif

#define VMB_PASTE_(a, b) a##b
#define VMB_PASTE(a, b) VMB_PASTE_(a, b)

uint8_t vmb_probe_buffer[16];

#ifdef VMB_KIND_FRAME
#include VMB_FRAME_ADAPTOR

vmb_frame_key vmb_probe_key;
size_t vmb_probe_len; /* a variable: no part of a call is left out because of its value */

int main(void)
{
    uint8_t *b = vmb_probe_buffer;
    int status = vmb_frame_init(&vmb_probe_key, b, vmb_probe_len);

    return status | VMB_OPERATION(&vmb_probe_key, b, b, vmb_probe_len);
}

#elif defined VMB_KIND_HASH

int main(void)
{
    uint8_t *b = vmb_probe_buffer;
#ifdef VMB_HAS_CUSTOMIZATION
    return VMB_OPERATION(b, 16, b, 16, b, 16);
#else
    return VMB_OPERATION(b, 16, b, 16);
#endif
}

#else

typedef VMB_PASTE(VMB_ALG, _key) probe_key;

probe_key vmb_probe_key;

int main(void)
{
    uint8_t *b = vmb_probe_buffer;
    int status = VMB_PASTE(VMB_ALG, _init)(&vmb_probe_key, b, 16);

#ifdef VMB_KIND_AEAD
    status |= VMB_OPERATION(&vmb_probe_key, b, b, 16, b, 16, b, 16, b, 16);
#elif defined VMB_KIND_MAC && defined VMB_HAS_NONCE
    status |= VMB_OPERATION(&vmb_probe_key, b, 16, b, 16, b, 16);
#elif defined VMB_KIND_MAC
    status |= VMB_OPERATION(&vmb_probe_key, b, 16, b, 16);
#elif defined VMB_HAS_IV
    status |= VMB_OPERATION(&vmb_probe_key, b, b, b, 16);
#else
    status |= VMB_OPERATION(&vmb_probe_key, b, b, 16);
#endif
    return status;
}

#endif
