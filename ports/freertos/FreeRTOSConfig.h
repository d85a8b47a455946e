/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * FreeRTOS on the simulated systems: one hart in machine mode, the tick from mtime. Settings that a program makes with
 * -D are kept.
 */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#include "vmb_devices.h"

/* mtime counts cycles (--timer-divider 1); a tick is a millisecond at --clock's default. */
#ifndef configCPU_CLOCK_HZ
#define configCPU_CLOCK_HZ 50000000
#endif
#ifndef configTICK_RATE_HZ
#define configTICK_RATE_HZ 1000
#endif
#define configMTIME_BASE_ADDRESS (VMB_TIMER_BASE + VMB_TIMER_MTIME)
#define configMTIMECMP_BASE_ADDRESS (VMB_TIMER_BASE + VMB_TIMER_MTIMECMP)
#define configTICK_TYPE_WIDTH_IN_BITS TICK_TYPE_WIDTH_32_BITS

#define configUSE_PREEMPTION 1
#ifndef configUSE_TIME_SLICING
#define configUSE_TIME_SLICING 1
#endif
#define configUSE_PORT_OPTIMISED_TASK_SELECTION 0
#define configMAX_PRIORITIES 8
#define configMAX_TASK_NAME_LEN 12
#define configMINIMAL_STACK_SIZE 256 /* words */
#define configISR_STACK_SIZE_WORDS 512
#define configIDLE_SHOULD_YIELD 1
#define configUSE_IDLE_HOOK 0
#define configUSE_TICK_HOOK 0

#define configSUPPORT_DYNAMIC_ALLOCATION 1
#define configSUPPORT_STATIC_ALLOCATION 0
#ifndef configTOTAL_HEAP_SIZE
#define configTOTAL_HEAP_SIZE 65536
#endif

#define configUSE_MUTEXES 1
#define configUSE_RECURSIVE_MUTEXES 1
#define configUSE_COUNTING_SEMAPHORES 1
#define configUSE_TASK_NOTIFICATIONS 1
#define configUSE_TIMERS 1
#define configTIMER_TASK_PRIORITY (configMAX_PRIORITIES - 1)
#define configTIMER_QUEUE_LENGTH 8
#define configTIMER_TASK_STACK_DEPTH configMINIMAL_STACK_SIZE

#define INCLUDE_vTaskDelay 1
#define INCLUDE_vTaskDelete 1
#define INCLUDE_vTaskPrioritySet 1
#define INCLUDE_vTaskSuspend 1
#define INCLUDE_xTaskDelayUntil 1
#define INCLUDE_xTaskGetCurrentTaskHandle 1
#define INCLUDE_uxTaskGetStackHighWaterMark 1

/* Ends the run with a message (hooks.c). */
#define configCHECK_FOR_STACK_OVERFLOW 2
#define configUSE_MALLOC_FAILED_HOOK 1
#ifndef __ASSEMBLER__
void vmb_assert_failed(const char *file, int line);
#endif
#define configASSERT(x)                            \
    do {                                           \
        if (!(x))                                  \
            vmb_assert_failed(__FILE__, __LINE__); \
    } while (0)

#endif
