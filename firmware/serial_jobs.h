/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Job images (jobs.h) over a byte stream, such as a UART, by which `vambrace acvp` accesses a device. All words are
 * 32-bit little-endian.
 *
 *     request   4 bytes "VMBS", 28 bytes name of the algorithm, filled up with zeros, job image
 *     answer    u32 status; behind VMB_SERIAL_OK the image, executed
 *
 * Bytes before a request are skipped, so that a stream may start anywhere.
 */
#ifndef VMB_SERIAL_JOBS_H
#define VMB_SERIAL_JOBS_H

#include <stddef.h>
#include <stdint.h>

enum { VMB_SERIAL_NAME = 28 };

/** Statuses of an answer. After the last two nothing follows; the image was read. */
enum { VMB_SERIAL_OK = 0, VMB_SERIAL_UNKNOWN = 1, VMB_SERIAL_NO_ROOM = 2, VMB_SERIAL_NO_IMAGE = 3 };

/** An algorithm: firmware/jobs.c compiled for it, its vmb_jobs_run under another name. */
typedef struct {
    const char *name;
    int (*run)(void *image);
} vmb_serial_algorithm;

/** The algorithms that the device has, then one without a name: the program's. */
extern const vmb_serial_algorithm vmb_serial_algorithms[];

/** The next byte, or -1 at the end of the line: the program's. */
int vmb_serial_get(void);

/** Writes the n bytes at p, without delay: the program's. */
void vmb_serial_put(const void *p, size_t n);

/** Answers requests until the line ends, with `bytes` of memory at `room` for images. */
void vmb_serial_serve(uint32_t *room, size_t bytes);

#endif
