/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/** @file Serves job images over a byte stream: serial_jobs.h. The host's byte order does not matter, except for jobs.
 * */
#include "serial_jobs.h"

#include "jobs.h"

/* 1 if a byte has arrived. */
static int next(uint8_t *b)
{
    int c = vmb_serial_get();

    *b = (uint8_t)c;
    return c >= 0;
}

static int next_bytes(uint8_t *p, size_t n)
{
    while (n-- != 0) {
        if (!next(p++)) {
            return 0;
        }
    }
    return 1;
}

/* Skips to the next request. */
static int found(void)
{
    static const uint8_t begin[4] = {'V', 'M', 'B', 'S'};
    unsigned have = 0;
    uint8_t b;

    while (have != 4) {
        if (!next(&b)) {
            return 0;
        }
        have = b == begin[have] ? have + 1 : b == begin[0];
    }
    return 1;
}

static const vmb_serial_algorithm *named(const uint8_t name[VMB_SERIAL_NAME])
{
    const vmb_serial_algorithm *a;
    size_t i;

    for (a = vmb_serial_algorithms; a->name != NULL; a++) {
        for (i = 0; i < VMB_SERIAL_NAME && (uint8_t)a->name[i] == name[i]; i++) {
            if (name[i] == 0) {
                return a;
            }
        }
    }
    return NULL;
}

/* Reads and executes one request; 0 at the end of the stream. */
static int answer(uint32_t *room, size_t bytes)
{
    uint8_t name[VMB_SERIAL_NAME], skipped;
    const vmb_serial_algorithm *a;
    uint32_t size, left, status = VMB_SERIAL_OK;

    if (!found() || !next_bytes(name, sizeof name) || !next_bytes((uint8_t *)room, 4 * VMB_JOBS_IMAGE_WORDS)) {
        return 0;
    }
    if (room[VMB_JOBS_IMAGE_MAGIC] != VMB_JOBS_MAGIC || room[VMB_JOBS_IMAGE_BYTES] < 4 * VMB_JOBS_IMAGE_WORDS) {
        status = VMB_SERIAL_NO_IMAGE;
        vmb_serial_put(&status, 4);
        return 1;
    }
    size = room[VMB_JOBS_IMAGE_BYTES];
    left = size - 4 * VMB_JOBS_IMAGE_WORDS;
    if (size > bytes) {
        for (status = VMB_SERIAL_NO_ROOM; left != 0; left--) {
            if (!next(&skipped)) {
                return 0;
            }
        }
    } else if (!next_bytes((uint8_t *)(room + VMB_JOBS_IMAGE_WORDS), left)) {
        return 0;
    } else {
        a = named(name);
        if (a == NULL) {
            status = VMB_SERIAL_UNKNOWN;
        } else if (a->run(room) != 0) {
            status = VMB_SERIAL_NO_IMAGE;
        }
    }
    vmb_serial_put(&status, 4);
    if (status == VMB_SERIAL_OK) {
        vmb_serial_put(room, size);
    }
    return 1;
}

void vmb_serial_serve(uint32_t *room, size_t bytes)
{
    while (answer(room, bytes)) {
    }
}
