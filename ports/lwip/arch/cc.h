/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* The compiler and the C library, for lwIP. */
#ifndef ARCH_CC_H
#define ARCH_CC_H

#include <stdint.h>
#include <stdio.h>

#define LWIP_PLATFORM_DIAG(x) (printf x)
#define LWIP_PLATFORM_ASSERT(x) (printf("lwIP: assertion failed: %s\n", x), vmb_assert_failed(__FILE__, __LINE__))

void vmb_assert_failed(const char *file, int line);

/* Delays of reports and port numbers: nothing secret. picolibc's rand() needs a thread pointer. */
uint32_t vmb_lwip_random(void);
#define LWIP_RAND() vmb_lwip_random()

#endif
