/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * vmb_aead_choose in an image with one build. Ends with 0 if it finds the build's algorithm on a processor that the
 * build supports, and none without builds or on another processor.
 */
#include "vambrace/several.h"

int main(void)
{
    static const vmb_build b[] = {{vmb_aeads, 1}, {NULL, 0}};

    return vmb_aead_choose(b, 0, "ascon-128") != NULL || vmb_aead_choose(b, 3, "ascon-128") == NULL ||
           vmb_aead_choose(NULL, 3, "ascon-128") != NULL;
}
