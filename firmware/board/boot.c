/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The program in the bitstream of a board: prints what it is, tests itself, and then serves job images on the serial
 * line (serial_jobs.h) without end. The first LED lights up if the self-tests passed, all others if one failed. During a
 * job the trigger output is 1.
 *
 * A build has, in one more source (vambrace.software.board), the declarations of boot.h and the table of serial_jobs.h.
 */
#include "boot.h"

#include "serial_jobs.h"
#include "vambrace/engine.h"
#include "vmb_board.h"

extern uint32_t vmb_job_image[]; /* the RAM after the program: link.ld */

/* The bytes of RAM after the program, without the stack. */
static uint32_t room(void)
{
    return vmb_board_room_end - (uint32_t)(uintptr_t)vmb_job_image;
}

int vmb_serial_get(void)
{
    return vmb_board_get();
}

void vmb_serial_put(const void *p, size_t n)
{
    const uint8_t *byte = p;

    while (n-- != 0) {
        vmb_board_put(*byte++);
    }
}

static void print(const char *text)
{
    while (*text != 0) {
        vmb_board_put((uint8_t)*text++);
    }
}

static void print_hex(uint32_t word)
{
    unsigned i;

    for (i = 0; i < 8; i++, word <<= 4) {
        vmb_board_put((uint8_t)"0123456789abcdef"[word >> 28]);
    }
}

static void print_decimal(uint32_t number)
{
    char digits[11];
    char *first = &digits[10];

    *first = 0;
    do {
        *--first = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    print(first);
}

/* Lets jobs use keys in memory, and all else that this engine has, because nothing else writes to the RAM. */
static int allow(void)
{
#if VMB_ENGINE
    static const uint8_t more[] = {VMB_ENGINE_ALLOW_TWO_PASSES, VMB_ENGINE_ALLOW_EARLY, VMB_ENGINE_ALLOW_SHORT_TAGS};
    uint32_t allowed = VMB_ENGINE_ALLOW_MEMORY_KEYS;
    unsigned i;

    if (vmb_engine_allow(allowed) != 0) {
        return 1;
    }
    for (i = 0; i < sizeof more; i++) {
        if (vmb_engine_allow(allowed | more[i]) == 0) {
            allowed |= more[i];
        }
    }
#endif
    return 0;
}

static int tested(void)
{
    const vmb_board_algorithm *a;
    int failed = allow();

    for (a = vmb_board_algorithms; a->name != NULL; a++) {
        int status = vmb_aead_self_test(a->aead);

        print("self-test ");
        print(a->name);
        print(status == 0 ? " passed\n" : " failed\n");
        failed |= status;
    }
    return failed;
}

int main(void)
{
    int failed;

    print("\nvambrace ");
    print(vmb_board_name);
    print(", ");
    print_decimal(VMB_SIM_REGISTER(VMB_BOARD_CLOCK));
    print(" Hz, version ");
    print_hex(VMB_SIM_REGISTER(VMB_BOARD_VERSION));
    print(", room ");
    print_decimal(room());
    print("\n");
    failed = tested();
    VMB_SIM_REGISTER(VMB_BOARD_LEDS) = failed != 0 ? 0xfe : 0x01;
    print(failed != 0 ? "failed\n" : "ready\n");
    vmb_serial_serve(vmb_job_image, room());
    return failed;
}
