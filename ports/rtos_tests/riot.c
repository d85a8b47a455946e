/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * rtos.h for RIOT. The interrupt is that of the UART's empty transmitter, which is empty as soon as a
 * program asks: RIOT does not support software interrupts on RISC-V.
 */
#include "rtos.h"

#include <string.h>

#include "irq.h"
#include "mbox.h"
#include "memarray.h"
#include "panic.h"
#include "plic.h"
#include "sema.h"
#include "thread.h"
#include "vmb_devices.h"
#include "ztimer.h"

/* A tick, in microseconds. */
#ifndef VMB_TEST_TICK_US
#define VMB_TEST_TICK_US 1000
#endif

#define UART_IER VMB_DEVICE(VMB_UART_BASE + VMB_UART_IER)

enum { IER_TRANSMITTER_EMPTY = 2, THREADS = 5, MESSAGES = 8, BLOCKS = 10, INTERRUPT_PRIORITY = 1 };

/* In RIOT smaller priorities are more urgent; main is the first thread. */
#define PRIORITY(priority) ((uint8_t)(THREAD_PRIORITY_MAIN + THREADS + 1 - (priority)))

static struct {
    char stack[THREAD_STACKSIZE_MAIN];
    void (*entry)(unsigned);
    unsigned argument;
} threads[THREADS];
static unsigned used;

static msg_t mails[MESSAGES];
static mbox_t queue = MBOX_INIT(mails, MESSAGES);
static uint32_t messages[MESSAGES][RTOS_MESSAGE_WORDS];
static unsigned sent;

static sema_t semaphore;
static memarray_t pool;
static uint32_t blocks[BLOCKS][RTOS_BLOCK_BYTES / sizeof(uint32_t)];
static void (*interrupt)(void);
static volatile uint32_t taken;

void rtos_run(void (*first)(void))
{
    memarray_init(&pool, blocks, RTOS_BLOCK_BYTES, BLOCKS);
    first();
    core_panic(PANIC_GENERAL_ERROR, "the first thread returned");
}

static void *enter(void *parameter)
{
    uintptr_t i = (uintptr_t)parameter;

    threads[i].entry(threads[i].argument);
    return NULL;
}

rtos_thread rtos_thread_create(void (*entry)(unsigned), unsigned argument, unsigned priority)
{
    uintptr_t i = used++;
    kernel_pid_t pid;

    if (i >= THREADS)
        core_panic(PANIC_GENERAL_ERROR, "too many threads");
    threads[i].entry = entry;
    threads[i].argument = argument;
    pid = thread_create(threads[i].stack, sizeof(threads[i].stack), PRIORITY(priority), THREAD_CREATE_SLEEPING, enter,
                        (void *)i, "thread");
    if (!pid_is_valid(pid))
        core_panic(PANIC_GENERAL_ERROR, "a thread was not created");
    return (rtos_thread)(intptr_t)pid;
}

void rtos_thread_resume(rtos_thread thread)
{
    thread_wakeup((kernel_pid_t)(intptr_t)thread);
}

void rtos_thread_suspend(void)
{
    thread_sleep();
}

void rtos_thread_yield(void)
{
    thread_yield();
}

void rtos_thread_sleep(unsigned ticks)
{
    ztimer_sleep(ZTIMER_USEC, ticks * VMB_TEST_TICK_US);
}

uint32_t rtos_ticks(void)
{
    return ztimer_now(ZTIMER_USEC) / VMB_TEST_TICK_US;
}

void rtos_queue_create(void)
{
    mbox_init(&queue, mails, MESSAGES);
}

/* A mailbox of RIOT has one-word messages: the address of the bytes, in as many buffers as it has entries. */
bool rtos_queue_send(const uint32_t message[RTOS_MESSAGE_WORDS])
{
    msg_t mail;

    if (mbox_avail(&queue) == MESSAGES)
        return false;
    mail.content.ptr = memcpy(messages[sent++ % MESSAGES], message, sizeof(messages[0]));
    return mbox_try_put(&queue, &mail) == 1;
}

bool rtos_queue_receive(uint32_t message[RTOS_MESSAGE_WORDS])
{
    msg_t mail;

    if (mbox_try_get(&queue, &mail) != 1)
        return false;
    memcpy(message, mail.content.ptr, sizeof(messages[0]));
    return true;
}

void rtos_semaphore_create(void)
{
    sema_create(&semaphore, 1);
}

bool rtos_semaphore_get(void)
{
    return sema_try_wait(&semaphore) == 0;
}

bool rtos_semaphore_put(void)
{
    return sema_get_value(&semaphore) == 0 && sema_post(&semaphore) == 0;
}

/* A pool of RIOT has no lock of its own. */
void *rtos_block_allocate(void)
{
    unsigned state = irq_disable();
    void *block = memarray_alloc(&pool);

    irq_restore(state);
    return block;
}

void rtos_block_free(void *block)
{
    unsigned state = irq_disable();

    memarray_free(&pool, block);
    irq_restore(state);
}

static void take(int source)
{
    (void)source;
    UART_IER = 0;
    interrupt();
    taken++;
}

void rtos_interrupt_set(void (*handler)(void))
{
    interrupt = handler;
    plic_set_isr_cb(VMB_PLIC_SOURCE_UART, take);
    plic_set_priority(VMB_PLIC_SOURCE_UART, INTERRUPT_PRIORITY);
    plic_enable_interrupt(VMB_PLIC_SOURCE_UART);
}

void rtos_interrupt_raise(void)
{
    uint32_t before = taken;

    UART_IER = IER_TRANSMITTER_EMPTY;
    while (taken == before) {
    }
}

void rtos_interrupt_resume(rtos_thread thread)
{
    thread_wakeup((kernel_pid_t)(intptr_t)thread);
}

bool rtos_interrupt_semaphore_put(void)
{
    return rtos_semaphore_put();
}
