/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * CCM* by AES-128-CCM. The keystream of the message does not depend on the tag's length, so without a tag both
 * directions are a seal whose tag is dropped: one key object and no further code.
 */
#include "frames/ccm_star.h"

#include "common/common.h"

void vmb_ccm_star_split(vmb_ccm_star_parts *p, unsigned level, size_t len, size_t header_len)
{
    p->mic_len = VMB_CCM_STAR_MIC_LEN(level);
    p->ad_len = header_len;
    p->text_len = len - header_len - p->mic_len;
    if (level < VMB_CCM_STAR_ENC) {
        p->ad_len += p->text_len;
        p->text_len = 0;
    }
}

int vmb_ccm_star_run(const vmb_aes128_ccm_key *key, const vmb_ccm_star_parts *p, uint8_t *frame, int opening)
{
    uint8_t *text = frame + p->ad_len;
    uint8_t dropped[4];
    int status;

    if (p->mic_len == 0) {
        status = vmb_aes128_ccm_seal(key, text, dropped, sizeof dropped, p->nonce, sizeof p->nonce, NULL, 0, text,
                                     p->text_len);
        vmb_wipe(dropped, sizeof dropped);
        return status;
    }
    if (opening) {
        return vmb_aes128_ccm_open(key, text, text + p->text_len, p->mic_len, p->nonce, sizeof p->nonce, frame,
                                   p->ad_len, text, p->text_len);
    }
    return vmb_aes128_ccm_seal(key, text, text + p->text_len, p->mic_len, p->nonce, sizeof p->nonce, frame, p->ad_len,
                               text, p->text_len);
}
