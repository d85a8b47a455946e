/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What a program asks of the engine itself: whether it is the right one, its key slots,
 * its policy and locks (vambrace/engine.h). What the registers do: docs/reference/engine-registers.md.
 * Keys are byte sequences.
 */
#include "engine/engine_job.h"

#if VMB_ENGINE

#if VMB_ENGINE_PORT || VMB_ENGINE_MMIO
#include "engine/engine_turn.h"
#else
#include "engine/engine_pio_turn.h"
#endif

#if VMB_ENGINE_INSTRUCTIONS

static uint32_t vmb_device_get(uint32_t offset)
{
    return vmb_engine_get(offset / 4);
}

static void vmb_device_put(uint32_t offset, uint32_t value)
{
    (void)vmb_engine_put(offset / 4, value);
}

#else

static uint32_t vmb_device_get(uint32_t offset)
{
    return *(volatile uint32_t *)(VMB_ENGINE_BASE + offset);
}

static void vmb_device_put(uint32_t offset, uint32_t value)
{
    *(volatile uint32_t *)(VMB_ENGINE_BASE + offset) = value;
}

#endif

/* After a reset the engine is busy for a while, and refuses. A job that wants words while
 * it is this call's turn was left by one that trapped, and ends. 0 when the engine cannot
 * be asked. */
static int vmb_device_ready(uint32_t turn)
{
    if (vmb_engine_off(turn)) {
        return 0;
    }
    vmb_engine_begin(turn);
    return 1;
}

/* The expected ID: the letters VMB, and the major version of the register map. Every minor version of it will do. */
#define VMB_DEVICE_ID                                                                             \
    (VMB_ENGINE_REG_ID_MAGIC_VALUE << VMB_ENGINE_REG_ID_MAGIC_SHIFT | VMB_ENGINE_REG_ID_MAP_VALUE \
                                                                          << VMB_ENGINE_REG_ID_MAP_SHIFT)

int vmb_engine_check(void)
{
    const uint32_t wanted = VMB_ENGINE_PIO || VMB_ENGINE_PORT_PIO ? 0 : VMB_ENGINE_REG_FEATURES_DMA_MASK;
    uint32_t turn = vmb_engine_acquire();
    int status = VMB_ERR_DEVICE;

    /* Nothing is written to an engine with another map. */
    if (!vmb_engine_off(turn) && vmb_device_get(VMB_ENGINE_REG_ID) == VMB_DEVICE_ID && vmb_device_ready(turn) &&
        (vmb_device_get(VMB_ENGINE_REG_FEATURES) & VMB_ENGINE_REG_FEATURES_DMA_MASK) == wanted &&
        (!VMB_ENGINE_GCM || (vmb_device_get(VMB_ENGINE_REG_FEATURES2) & VMB_ENGINE_REG_FEATURES2_AES_GCM_MASK) != 0)) {
        status = VMB_OK;
    }
    vmb_engine_release(turn);
    return status;
}

/* Bits of REGWEN. */
#define VMB_DEVICE_SLOT(slot) (1u << (VMB_ENGINE_REG_REGWEN_SLOTS_SHIFT - 1 + (slot)))
#define VMB_DEVICE_POLICY VMB_ENGINE_REG_REGWEN_POLICY_MASK

/* Whether the engine has locked something, or does not have it. A write would be an error
 * of the bus, so it is asked first. */
static int vmb_device_locked(uint32_t bit)
{
    return (vmb_device_get(VMB_ENGINE_REG_REGWEN) & bit) == 0;
}

static void vmb_device_load(unsigned slot, const uint8_t *bytes, size_t key_len)
{
    uint32_t i;

    vmb_device_put(VMB_ENGINE_REG_SLOT, slot | VMB_ENGINE_REG_SLOT_OPEN_MASK);
    for (i = 0; i < key_len; i += 4) {
        vmb_device_put(VMB_ENGINE_REG_KEY + i, vmb_load32_le(bytes + i));
    }
    vmb_device_put(VMB_ENGINE_REG_SLOT, slot | VMB_ENGINE_REG_SLOT_CLOSE_MASK |
                                            (uint32_t)(key_len / 8 - 2) << VMB_ENGINE_REG_SLOT_KEY_LEN_SHIFT);
}

int vmb_engine_load_key(unsigned slot, const uint8_t *bytes, size_t key_len)
{
    int status = VMB_ERR_DEVICE;
    uint32_t turn;

    if (key_len - 16 > 16 || (key_len & 7) != 0) {
        return VMB_ERR_LENGTH;
    }
    if (bytes == NULL || slot - 1 > 2) {
        return VMB_ERR_ARGUMENT;
    }
    turn = vmb_engine_acquire();
    if (vmb_device_ready(turn) && !vmb_device_locked(VMB_DEVICE_SLOT(slot))) {
        vmb_device_load(slot, bytes, key_len);
        status = VMB_OK;
    }
    vmb_engine_release(turn);
    return status;
}

int vmb_engine_allow(uint32_t allowed)
{
    int status = VMB_ERR_DEVICE;
    uint32_t turn, was;

    if (allowed > 15) {
        return VMB_ERR_ARGUMENT;
    }
    turn = vmb_engine_acquire();
    if (vmb_device_ready(turn) && !vmb_device_locked(VMB_DEVICE_POLICY)) {
        was = vmb_device_get(VMB_ENGINE_REG_POLICY);
        vmb_device_put(VMB_ENGINE_REG_POLICY, allowed);
        status = VMB_OK;
        if (vmb_device_get(VMB_ENGINE_REG_POLICY) != allowed) {
            vmb_device_put(VMB_ENGINE_REG_POLICY, was);
            status = VMB_ERR_DEVICE;
        }
    }
    vmb_engine_release(turn);
    return status;
}

/* Locks one bit of REGWEN, on an engine with this many slots. */
static int vmb_device_lock(uint32_t bit, unsigned slots)
{
    uint32_t turn = vmb_engine_acquire();
    int status = VMB_ERR_DEVICE;

    if (vmb_device_ready(turn) &&
        slots <= (vmb_device_get(VMB_ENGINE_REG_FEATURES) >> VMB_ENGINE_REG_FEATURES_SLOTS_SHIFT & 3u)) {
        vmb_device_put(VMB_ENGINE_REG_REGWEN, ~bit);
        status = VMB_OK;
    }
    vmb_engine_release(turn);
    return status;
}

int vmb_engine_lock_policy(void)
{
    return vmb_device_lock(VMB_DEVICE_POLICY, 0);
}

int vmb_engine_lock_slot(unsigned slot)
{
    if (slot - 1 > 2) {
        return VMB_ERR_ARGUMENT;
    }
    return vmb_device_lock(VMB_DEVICE_SLOT(slot), slot);
}

void vmb_engine_wipe_keys(void)
{
    uint32_t turn = vmb_engine_acquire();

    if (vmb_device_ready(turn)) {
        vmb_device_put(VMB_ENGINE_REG_CONTROL, VMB_ENGINE_REG_CONTROL_WIPE_SLOTS_MASK);
    }
    vmb_engine_release(turn);
}

#endif
