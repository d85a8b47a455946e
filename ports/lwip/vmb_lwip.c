/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* The task that runs lwIP: frames from the packet interface, timeouts, and sleep until either is due. */
#include "vmb_lwip.h"

#include "FreeRTOS.h"
#include "task.h"

#include "lwip/init.h"
#include "lwip/timeouts.h"
#include "vmb_devices.h"
#include "vmb_freertos.h"
#include "vmb_lwip_netif.h"

#define PACKETS(reg) VMB_DEVICE(VMB_PACKETS_BASE + VMB_PACKETS_##reg)

enum { FRAMES = 32 }; /* maximum number between two checks of the timeouts */

static TaskHandle_t task;
static struct netif interface;
static volatile uint32_t turns;

u32_t sys_now(void)
{
    return (u32_t)(xTaskGetTickCount() * portTICK_PERIOD_MS);
}

uint32_t vmb_lwip_random(void)
{
    static uint32_t state = 2463534242u;

    state ^= state << 13; /* Marsaglia's xorshift32 */
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

static void received(void)
{
    BaseType_t woken = pdFALSE;

    PACKETS(INTERRUPTS) = 0; /* until the task has taken all frames */
    vTaskNotifyGiveFromISR(task, &woken);
    portYIELD_FROM_ISR(woken);
}

static TickType_t until_timeout(void)
{
    u32_t left = sys_timeouts_sleeptime();

    return left == SYS_TIMEOUTS_SLEEPTIME_INFINITE ? portMAX_DELAY : pdMS_TO_TICKS(left);
}

static void run(void *ready)
{
    lwip_init();
    vmb_lwip_netif_up(&interface);
    ((vmb_lwip_ready)ready)(&interface);
    vmb_interrupt_set(VMB_PLIC_SOURCE_PACKETS, received);
    for (;;) {
        bool more = true;

        for (unsigned i = 0; more && i < FRAMES; i++)
            more = vmb_lwip_netif_input(&interface);
        sys_check_timeouts();
        if (more)
            continue;
        PACKETS(INTERRUPTS) = VMB_PACKETS_WAITING;
        ulTaskNotifyTake(pdTRUE, until_timeout());
        turns++;
    }
}

uint32_t vmb_lwip_turns(void)
{
    return turns;
}

void vmb_lwip_start(vmb_lwip_ready ready, unsigned stack_words, unsigned priority)
{
    configASSERT(xTaskCreate(run, "lwip", (configSTACK_DEPTH_TYPE)stack_words, (void *)ready, priority, &task) ==
                 pdPASS);
}
