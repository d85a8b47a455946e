/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* The boot address; the reset vector is 0x80 bytes above it (Ibex, "Reset"). */
#include <zephyr/toolchain.h>

GTEXT(__start)

SECTION_FUNC(vmb_boot, vmb_boot)
	.option push
	.option norvc
	.rept 33
	j __start
	.endr
	.option pop
