/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The operating-system functions that the tests need. A larger priority is more urgent; nothing is
 * time-sliced. Objects are created by the first thread, which is more urgent than all others.
 */
#ifndef RTOS_H
#define RTOS_H

#include <stdbool.h>
#include <stdint.h>

enum { RTOS_MESSAGE_WORDS = 4, RTOS_BLOCK_BYTES = 128 };

typedef void *rtos_thread;

/** Starts the operating system with `first` as its first thread. Does not return. */
void rtos_run(void (*first)(void)) __attribute__((__noreturn__));

/** Creates a suspended thread of priority 1 to 5. */
rtos_thread rtos_thread_create(void (*entry)(unsigned), unsigned argument, unsigned priority);
void rtos_thread_resume(rtos_thread thread);
void rtos_thread_suspend(void); /**< the calling thread */
void rtos_thread_yield(void);
void rtos_thread_sleep(unsigned ticks);
uint32_t rtos_ticks(void); /**< since the start */

/** One message queue. No call waits: false if the queue is full or empty. */
void rtos_queue_create(void);
bool rtos_queue_send(const uint32_t message[RTOS_MESSAGE_WORDS]);
bool rtos_queue_receive(uint32_t message[RTOS_MESSAGE_WORDS]);

/** One binary semaphore, initially available. No call waits: false if it cannot be acquired or released. */
void rtos_semaphore_create(void);
bool rtos_semaphore_get(void);
bool rtos_semaphore_put(void);

/** Blocks of RTOS_BLOCK_BYTES; NULL if there is none. */
void *rtos_block_allocate(void);
void rtos_block_free(void *block);

/** Sets the handler of the interrupt that software raises. */
void rtos_interrupt_set(void (*handler)(void));
/** Raises it, and returns after it was handled. */
void rtos_interrupt_raise(void);
/** For the handler. */
void rtos_interrupt_resume(rtos_thread thread);
bool rtos_interrupt_semaphore_put(void);

#endif
