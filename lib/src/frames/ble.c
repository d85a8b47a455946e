/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * PDUs of Bluetooth Low Energy (vambrace/frames/ble.h), by AES-128-CCM.
 */
#include "vambrace/frames/ble.h"

#include "common/common.h"

#define VMB_BLE_NONCE_LEN 13
/* First byte of a header: what is authenticated, and the bit that says that a third byte follows. */
#define VMB_BLE_AUTHENTICATED 0xe3u
#define VMB_BLE_CP 0x20u

/* A PDU as CCM processes it. */
typedef struct {
    uint8_t *text;   /* the payload */
    size_t text_len; /* 1 to VMB_BLE_MAX_PAYLOAD */
    uint8_t ad[1];
    uint8_t nonce[VMB_BLE_NONCE_LEN];
} vmb_ble_parts;

/* The parts of a PDU that has the mic_len bytes of a MIC in its length byte, or why it has none. *pdu_len are the bytes
 * that the PDU then takes with a MIC. */
static int vmb_ble_split(vmb_ble_parts *p, const uint8_t *iv, unsigned direction, uint64_t counter, uint8_t *pdu,
                         size_t len, size_t mic_len, size_t *pdu_len)
{
    size_t header_len;
    unsigned i;

    if (pdu == NULL || iv == NULL || direction > VMB_BLE_FROM_CENTRAL) {
        return VMB_ERR_ARGUMENT;
    }
    if (counter > VMB_BLE_LAST_COUNTER) {
        return VMB_ERR_COUNTER;
    }
    if (len < 2 || pdu[1] <= mic_len || pdu[1] - mic_len > VMB_BLE_MAX_PAYLOAD) {
        return VMB_ERR_LENGTH;
    }
    header_len = (pdu[0] & VMB_BLE_CP) != 0 ? 3 : 2;
    p->text = pdu + header_len;
    p->text_len = pdu[1] - mic_len;
    *pdu_len = header_len + p->text_len + VMB_BLE_MIC_LEN;
    p->ad[0] = (uint8_t)(pdu[0] & VMB_BLE_AUTHENTICATED);
    for (i = 0; i < 5; i++) {
        p->nonce[i] = (uint8_t)(counter >> 8 * i);
    }
    p->nonce[4] = (uint8_t)(p->nonce[4] | direction << 7);
    for (i = 0; i < 8; i++) {
        p->nonce[5 + i] = iv[i];
    }
    return VMB_OK;
}

int vmb_ble_protect(const vmb_aes128_ccm_key *key, const uint8_t iv[8], unsigned direction, uint64_t counter,
                    uint8_t *pdu, size_t size)
{
    vmb_ble_parts p;
    size_t pdu_len;
    int status = vmb_ble_split(&p, iv, direction, counter, pdu, size, 0, &pdu_len);

    if (status != VMB_OK) {
        return status;
    }
    if (pdu_len > size) {
        return VMB_ERR_LENGTH;
    }
    status = vmb_aes128_ccm_seal(key, p.text, p.text + p.text_len, VMB_BLE_MIC_LEN, p.nonce, sizeof p.nonce, p.ad,
                                 sizeof p.ad, p.text, p.text_len);
    if (status == VMB_OK) {
        pdu[1] = (uint8_t)(pdu[1] + VMB_BLE_MIC_LEN);
    }
    return status;
}

int vmb_ble_unprotect(const vmb_aes128_ccm_key *key, const uint8_t iv[8], unsigned direction, uint64_t counter,
                      uint8_t *pdu, size_t len)
{
    vmb_ble_parts p;
    size_t pdu_len;
    int status = vmb_ble_split(&p, iv, direction, counter, pdu, len, VMB_BLE_MIC_LEN, &pdu_len);

    if (status != VMB_OK) {
        return status;
    }
    if (pdu_len != len) {
        return VMB_ERR_LENGTH;
    }
    status = vmb_aes128_ccm_open(key, p.text, p.text + p.text_len, VMB_BLE_MIC_LEN, p.nonce, sizeof p.nonce, p.ad,
                                 sizeof p.ad, p.text, p.text_len);
    if (status == VMB_OK) {
        pdu[1] = (uint8_t)(pdu[1] - VMB_BLE_MIC_LEN);
    }
    return status;
}
