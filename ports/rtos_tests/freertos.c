/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * rtos.h for FreeRTOS. The software interrupt is the timer's msip: ecall is not free, because
 * the kernel's port for RISC-V switches threads by it.
 */
#include "rtos.h"

#include "FreeRTOS.h"
#include "queue.h"
#include "semphr.h"
#include "task.h"
#include "vmb_devices.h"
#include "vmb_freertos.h"

#define MSIP VMB_DEVICE(VMB_TIMER_BASE + VMB_TIMER_MSIP)

enum { FIRST_PRIORITY = 7, STACK_WORDS = 512, THREADS = 5 };

static QueueHandle_t queue;
static SemaphoreHandle_t semaphore;
static void (*interrupt)(void);
static volatile uint32_t taken;
static BaseType_t woken;

static struct {
    void (*entry)(unsigned);
    unsigned argument;
} threads[THREADS];
static unsigned used;

static void enter_first(void *first)
{
    ((void (*)(void))first)();
}

static void enter(void *parameter)
{
    uintptr_t i = (uintptr_t)parameter;

    threads[i].entry(threads[i].argument);
    vTaskDelete(NULL);
}

void rtos_run(void (*first)(void))
{
    xTaskCreate(enter_first, "first", STACK_WORDS, (void *)first, FIRST_PRIORITY, NULL);
    vmb_freertos_run();
}

rtos_thread rtos_thread_create(void (*entry)(unsigned), unsigned argument, unsigned priority)
{
    TaskHandle_t task = NULL;

    configASSERT(used < THREADS);
    threads[used].entry = entry;
    threads[used].argument = argument;
    xTaskCreate(enter, "thread", STACK_WORDS, (void *)(uintptr_t)used++, priority, &task);
    vTaskSuspend(task);
    return task;
}

void rtos_thread_resume(rtos_thread thread)
{
    vTaskResume(thread);
}

void rtos_thread_suspend(void)
{
    vTaskSuspend(NULL);
}

void rtos_thread_yield(void)
{
    taskYIELD();
}

void rtos_thread_sleep(unsigned ticks)
{
    vTaskDelay(ticks);
}

uint32_t rtos_ticks(void)
{
    return xTaskGetTickCount();
}

void rtos_queue_create(void)
{
    queue = xQueueCreate(10, RTOS_MESSAGE_WORDS * sizeof(uint32_t));
}

bool rtos_queue_send(const uint32_t message[RTOS_MESSAGE_WORDS])
{
    return xQueueSend(queue, message, 0) == pdTRUE;
}

bool rtos_queue_receive(uint32_t message[RTOS_MESSAGE_WORDS])
{
    return xQueueReceive(queue, message, 0) == pdTRUE;
}

void rtos_semaphore_create(void)
{
    semaphore = xSemaphoreCreateBinary();
    xSemaphoreGive(semaphore);
}

bool rtos_semaphore_get(void)
{
    return xSemaphoreTake(semaphore, 0) == pdTRUE;
}

bool rtos_semaphore_put(void)
{
    return xSemaphoreGive(semaphore) == pdTRUE;
}

void *rtos_block_allocate(void)
{
    return pvPortMalloc(RTOS_BLOCK_BYTES);
}

void rtos_block_free(void *block)
{
    vPortFree(block);
}

static void take(void)
{
    MSIP = 0;
    (void)MSIP; /* the store has arrived */
    woken = pdFALSE;
    interrupt();
    taken++;
    portYIELD_FROM_ISR(woken);
}

void rtos_interrupt_set(void (*handler)(void))
{
    interrupt = handler;
    vmb_software_interrupt_set(take);
}

void rtos_interrupt_raise(void)
{
    uint32_t before = taken;

    MSIP = 1;
    while (taken == before) {
    }
}

void rtos_interrupt_resume(rtos_thread thread)
{
    woken |= xTaskResumeFromISR(thread);
}

bool rtos_interrupt_semaphore_put(void)
{
    return xSemaphoreGiveFromISR(semaphore, &woken) == pdTRUE;
}
