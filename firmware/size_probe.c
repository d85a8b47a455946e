/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Links what one operation of one algorithm needs, to measure its size; it is
 * not meant to run. VMB_ALG names the algorithm, VMB_OPERATION the function:
 * -DVMB_ALG=vmb_aes128_ccm -DVMB_OPERATION=seal
 */
#include "vambrace/aead.h"

#define VMB_PASTE_(a, b, c) a##b##c
#define VMB_PASTE(a, b, c) VMB_PASTE_(a, b, c)

typedef VMB_PASTE(VMB_ALG, _, key) probe_key;

probe_key vmb_probe_key;
uint8_t vmb_probe_buffer[16];

int main(void)
{
    uint8_t *b = vmb_probe_buffer;
    int status = VMB_PASTE(VMB_ALG, _, init)(&vmb_probe_key, b, 16);

    status |= VMB_PASTE(VMB_ALG, _, VMB_OPERATION)(&vmb_probe_key, b, b, 16, b, 16, b, 16, b, 16);
    return status;
}
