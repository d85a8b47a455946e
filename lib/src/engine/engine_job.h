/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A job of the AEAD engine, and how to run one, over whatever coupling the build is
 * for (vambrace/backend.h). What fields mean: docs/reference/engine-registers.md.
 *
 * A job has the engine for itself from its first register to its status
 * (vambrace/engine.h). Everything may have any alignment but the context, which is
 * words. Byte sequences lie in words as in memory.
 */
#ifndef VMB_ENGINE_JOB_H
#define VMB_ENGINE_JOB_H

#include "common/common.h"
#include "vambrace/detail/backend/dma.h"
#include "vambrace/detail/backend/raw_keys.h"
#include "vambrace/engine_regs.h"
#include "vambrace/engine.h"

#if VMB_ENGINE

/** A value in a field of JOB, and a field of one bit. */
#define VMB_JOB(field, value) ((uint32_t)(value) << VMB_ENGINE_REG_JOB_##field##_SHIFT)
#define VMB_JOB_FLAG(field) VMB_JOB(field, 1)

/* The fields of JOB for an algorithm. */
#define VMB_JOB_FAMILY(unit) VMB_JOB(FAMILY, VMB_ENGINE_UNIT_##unit##_FAMILY)
#define VMB_JOB_OF(unit, algorithm) (VMB_JOB_FAMILY(unit) | VMB_JOB(ALGORITHM, VMB_ENGINE_UNIT_##unit##_##algorithm))
#define VMB_JOB_ASCON_AEAD128 VMB_JOB_OF(ASCON, AEAD128)
#define VMB_JOB_ASCON_HASH256 VMB_JOB_OF(ASCON, HASH256)
#define VMB_JOB_ASCON_XOF128 VMB_JOB_OF(ASCON, XOF128)
#define VMB_JOB_ASCON_CXOF128 VMB_JOB_OF(ASCON, CXOF128)
#define VMB_JOB_ASCON128 VMB_JOB_OF(ASCON, ASCON128)
#define VMB_JOB_ASCON128A VMB_JOB_OF(ASCON, ASCON128A)
#define VMB_JOB_CHACHA20_POLY1305 VMB_JOB_OF(CHACHA, AEAD)
#define VMB_JOB_AES(mode, rounds) (VMB_JOB_OF(AES, mode) | VMB_JOB(KEY_LEN, ((rounds) - 10) / 2))
#define VMB_JOB_AES_ECB(rounds) VMB_JOB_AES(ECB, rounds)
#define VMB_JOB_AES_CBC(rounds) VMB_JOB_AES(CBC, rounds)
#define VMB_JOB_AES_CTR(rounds) VMB_JOB_AES(CTR, rounds)
#define VMB_JOB_AES_CCM(rounds) VMB_JOB_AES(CCM, rounds)
#define VMB_JOB_AES_GCM(rounds) VMB_JOB_AES(GCM, rounds)

/** Nonzero when a job is of this family. */
#define VMB_JOB_IS_CHACHA(job) (((job) & VMB_ENGINE_REG_JOB_FAMILY_MASK) == VMB_JOB_FAMILY(CHACHA))
#define VMB_JOB_IS_AES(job) (((job) & VMB_ENGINE_REG_JOB_FAMILY_MASK) == VMB_JOB_FAMILY(AES))
#define VMB_JOB_IS_CCM(job) \
    (((job) & (VMB_ENGINE_REG_JOB_FAMILY_MASK | VMB_ENGINE_REG_JOB_ALGORITHM_MASK)) == VMB_JOB_OF(AES, CCM))
#if VMB_ENGINE_GCM
#define VMB_JOB_IS_GCM(job) \
    (((job) & (VMB_ENGINE_REG_JOB_FAMILY_MASK | VMB_ENGINE_REG_JOB_ALGORITHM_MASK)) == VMB_JOB_OF(AES, GCM))
#else
#define VMB_JOB_IS_GCM(job) 0
#endif

#define VMB_JOB_HASHES(job)                             \
    (!VMB_JOB_IS_CHACHA(job) && !VMB_JOB_IS_AES(job) && \
     ((job) & VMB_ENGINE_REG_JOB_ALGORITHM_MASK) - VMB_JOB(ALGORITHM, 1) <= VMB_JOB(ALGORITHM, 2))

/** The fields of JOB for lengths: bytes of a key in memory, of a nonce and a tag, words of a context. */
#define VMB_JOB_FIELD(job, field) (((job) & VMB_ENGINE_REG_JOB_##field##_MASK) >> VMB_ENGINE_REG_JOB_##field##_SHIFT)
#define VMB_JOB_NONCE_LEN(job) VMB_JOB_FIELD(job, NONCE_LEN)
#define VMB_JOB_TAG_LEN(job) (((job) & VMB_JOB_FLAG(DATA_END)) != 0 ? VMB_JOB_FIELD(job, TAG_LEN) : 0)
#define VMB_JOB_CONTEXT_WORDS(job)                                 \
    (VMB_JOB_IS_CHACHA(job) ? VMB_ENGINE_UNIT_CHACHA_CONTEXT_WORDS \
     : VMB_JOB_IS_AES(job)  ? VMB_ENGINE_UNIT_AES_CONTEXT_WORDS    \
                            : VMB_ENGINE_UNIT_ASCON_CONTEXT_WORDS)

/** Word 0 of a context at the begin of a message that is encrypted, and its bit of one that is decrypted. */
#define VMB_ENGINE_CONTEXT(family, algorithm, key_len) \
    ((uint32_t)(family) << 6 | (uint32_t)(algorithm) << 10 | (uint32_t)(key_len) << 14)
#define VMB_ENGINE_CONTEXT_DECRYPT (1u << 16)

VMB_INLINE size_t vmb_job_key_len(uint32_t job)
{
    if ((job & VMB_ENGINE_REG_JOB_KEY_SLOT_MASK) != 0) {
        return 0;
    }
    if (VMB_JOB_IS_CHACHA(job)) {
        return 32;
    }
    return 16 + 8 * VMB_JOB_FIELD(job, KEY_LEN);
}

/** The whole message is in this job. */
#define VMB_JOB_WHOLE (VMB_JOB_FLAG(AD_END) | VMB_JOB_FLAG(DATA_END))

/** What a job reads and writes. */
typedef struct {
    uint32_t job;       /* JOB */
    const void *key;
    const void *nonce;
    const uint8_t *ad;
    size_t ad_len;
    const uint8_t *in;
    size_t len;
    uint8_t *out;
    const uint8_t *tag; /* made or verified */
    uint32_t *context;
    size_t out_len;     /* of a digest */
    uint32_t ad_total;
    uint32_t total;
} vmb_engine_job;

/** Bytes of each of its parts in memory that a job reads or writes. */
#define VMB_BYTES_OF_key(j) (VMB_JOB_HASHES((j)->job) ? 0u : vmb_job_key_len((j)->job))
#define VMB_BYTES_OF_nonce(j) VMB_JOB_NONCE_LEN((j)->job)
#define VMB_BYTES_OF_ad(j) ((j)->ad_len)
#define VMB_BYTES_OF_in(j) ((j)->len)
#define VMB_BYTES_OF_out(j) (VMB_JOB_HASHES((j)->job) ? (j)->out_len : (j)->len)
#define VMB_BYTES_OF_tag(j) VMB_JOB_TAG_LEN((j)->job)
#define VMB_BYTES_OF_context(j) \
    (((j)->job & (VMB_JOB_FLAG(RESUME) | VMB_JOB_FLAG(SAVE))) != 0 ? 4 * VMB_JOB_CONTEXT_WORDS((j)->job) : 0u)

/** Runs a job: VMB_OK, VMB_ERR_TAG or VMB_ERR_DEVICE. */
int vmb_engine_do(const vmb_engine_job *j);

/** Sets the outputs of a call that failed to zero. */
VMB_NOINLINE void vmb_engine_clear(uint8_t *out, size_t len, uint8_t *tag, size_t tag_len);

/** What init and init_slot do. A key is its n = wanted / 4 words as they are in memory, one with
 *  the field key_slot of JOB, which vmb_engine_slot returns, and the mark. */
int vmb_engine_key(uint32_t *key, const uint8_t *bytes, size_t key_len, size_t wanted, uint32_t mark);
int vmb_engine_key_in_slot(uint32_t *key, unsigned slot, size_t wanted, uint32_t mark);

/** Bytes of a key object. */
#define VMB_ENGINE_KEY_SIZE(wanted) (4 * VMB_RAW_OBJECT_WORDS(wanted))

VMB_INLINE uint32_t vmb_engine_slot(const void *key, size_t wanted)
{
    return ((const uint32_t *)key)[wanted / 4];
}

/** Converts a status. Bit 31 of an instruction's result: rejected. */
VMB_INLINE int vmb_engine_result(uint32_t status)
{
    status &= 0x80000000u | VMB_ENGINE_REG_STATUS_ERROR_MASK;
    if (status == 0) {
        return VMB_OK;
    }
    return status == 1u << VMB_ENGINE_REG_STATUS_ERROR_SHIFT ? VMB_ERR_TAG : VMB_ERR_DEVICE;
}

/* What a job has besides key, nonce, associated data, message, result and tag. */
#define VMB_WITH_CONTEXT 1u /* and OUT_LEN */
#define VMB_WITH_TOTALS 2u

/** The same inline, for speed: `more` selects the registers to write. */
#if VMB_ENGINE_PIO || VMB_ENGINE_PORT_PIO || VMB_SIZE || VMB_DMA_LINE
#define vmb_engine_do_with(j, more) vmb_engine_do(j)
#else
#include "engine/engine_access.h"

VMB_INLINE int vmb_engine_do_with(const vmb_engine_job *j, unsigned more)
{
    uint32_t turn = vmb_engine_acquire();
    uint32_t status = 0x80000000u;

    if (!vmb_engine_off(turn)) {
        vmb_engine_begin(turn);
        vmb_engine_set_up(j, more);
        vmb_engine_fence();
        status = vmb_engine_finish(j->job, turn);
        vmb_engine_fence();
    }
    vmb_engine_release(turn);
    return vmb_engine_result(status);
}
#endif

#endif /* VMB_ENGINE */

#endif
