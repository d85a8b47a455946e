/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The nonce of an IEEE 802.15.4 frame (IEEE 802.15.4-2020, section 9.3.3.1).
 */
#ifndef VMB_IEEE802154_NONCE_H
#define VMB_IEEE802154_NONCE_H

#include "common/common.h"

/** Source address, frame counter, big-endian, and security level. */
VMB_INLINE void vmb_ieee802154_nonce(uint8_t nonce[13], const uint8_t *source, uint32_t counter, unsigned level)
{
    unsigned i;

    for (i = 0; i < 8; i++) {
        nonce[i] = source[i];
    }
    for (i = 0; i < 4; i++) {
        nonce[8 + i] = (uint8_t)(counter >> (24 - 8 * i));
    }
    nonce[12] = (uint8_t)level;
}

#endif
