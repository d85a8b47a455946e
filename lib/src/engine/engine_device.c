/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What a program asks of the engine itself: whether it is the right one, and its key
 * slots (vambrace/engine.h). What the registers do: docs/reference/engine-registers.md.
 * Keys are byte sequences.
 */
#include "engine/engine_job.h"

#if VMB_ENGINE

#if VMB_ENGINE_PORT

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

/* After a reset the engine is busy for a while, and refuses. */
static void vmb_device_idle(void)
{
    while ((vmb_device_get(VMB_ENGINE_REG_STATUS) & VMB_ENGINE_REG_STATUS_BUSY_MASK) != 0) {
    }
}

int vmb_engine_check(void)
{
    uint32_t turn = vmb_engine_acquire();
    uint32_t has_port;

    vmb_device_idle();
    has_port = vmb_device_get(VMB_ENGINE_REG_FEATURES) & VMB_ENGINE_REG_FEATURES_DMA_MASK;
    vmb_engine_release(turn);
    return (has_port == 0) == VMB_ENGINE_PIO ? VMB_OK : VMB_ERR_DEVICE;
}

int vmb_engine_load_key(unsigned slot, const uint8_t *bytes, size_t key_len)
{
    uint32_t turn, slots, i;

    if (key_len - 16 > 16 || (key_len & 7) != 0) {
        return VMB_ERR_LENGTH;
    }
    if (bytes == NULL || slot - 1 > 2) {
        return VMB_ERR_ARGUMENT;
    }
    turn = vmb_engine_acquire();
    vmb_device_idle();
    slots = (vmb_device_get(VMB_ENGINE_REG_FEATURES) & VMB_ENGINE_REG_FEATURES_SLOTS_MASK) >>
            VMB_ENGINE_REG_FEATURES_SLOTS_SHIFT;
    if (slot <= slots) {
        vmb_device_put(VMB_ENGINE_REG_SLOT, slot | VMB_ENGINE_REG_SLOT_OPEN_MASK);
        for (i = 0; i < key_len; i += 4) {
            vmb_device_put(VMB_ENGINE_REG_KEY + i, vmb_load32_le(bytes + i));
        }
        vmb_device_put(VMB_ENGINE_REG_SLOT,
                     slot | VMB_ENGINE_REG_SLOT_CLOSE_MASK |
                         (uint32_t)(key_len / 8 - 2) << VMB_ENGINE_REG_SLOT_KEY_LEN_SHIFT);
    }
    vmb_engine_release(turn);
    return slot <= slots ? VMB_OK : VMB_ERR_DEVICE;
}

void vmb_engine_wipe_keys(void)
{
    uint32_t turn = vmb_engine_acquire();

    vmb_device_idle();
    vmb_device_put(VMB_ENGINE_REG_CONTROL, VMB_ENGINE_REG_CONTROL_WIPE_SLOTS_MASK);
    vmb_engine_release(turn);
}

#endif
