/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * One call of the library by the fuzz target (fuzz.h): printed beforehand when the
 * environment has VMB_FUZZ_TRACE, compared with what it may do, and logged.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

/* What the calls of a build gave: of each its status and outputs, end to end. */
typedef struct {
    uint8_t *bytes;
    size_t used, room;
} result_log;

static result_log logs[2];
static int logging = -1; /* which of them; the first call of fuzz_log_start begins with 0 */
static int silent;

static void append(const void *at, size_t len)
{
    result_log *l = &logs[logging];

    if (silent || len == 0) {
        return;
    }
    if (l->room - l->used < len) {
        l->room = 2 * l->room + len;
        l->bytes = realloc(l->bytes, l->room);
        if (l->bytes == NULL) {
            fuzz_fail("out of memory", l->room);
        }
    }
    memcpy(l->bytes + l->used, at, len);
    l->used += len;
}

static int tracing(void)
{
    static int answer = -1;

    if (answer < 0) {
        answer = getenv("VMB_FUZZ_TRACE") != NULL;
    }
    return answer;
}

void fuzz_log_start(const char *build)
{
    logging++;
    logs[logging].used = 0;
    silent = 0;
    if (tracing()) {
        (void)fprintf(stderr, "build for %s:\n", build);
    }
}

void fuzz_log_quiet(int quiet)
{
    silent = quiet;
}

void fuzz_logs_are_equal(void)
{
    size_t n = logs[0].used < logs[1].used ? logs[0].used : logs[1].used;

    fuzz_is_equal(logs[0].bytes, logs[1].bytes, n, "the build for size computes something else than that for speed");
    if (logs[0].used != logs[1].used) {
        fuzz_fail("the build for size does not succeed in the same calls as that for speed", n);
    }
}

void fuzz_log_end(void)
{
    logging = -1;
}

static const char *status_name(int status)
{
    static const char *const names[] = {"OK", "ERR_TAG", "ERR_LENGTH", "ERR_ARGUMENT", "ERR_STATE"};

    return status <= 0 && status >= VMB_ERR_STATE ? names[-status] : "no status at all";
}

static void trace_pointer(const char *name, const void *at)
{
    if (at == NULL) {
        (void)fprintf(stderr, " %s=null", name);
    } else {
        (void)fprintf(stderr, " %s=%p", name, at);
    }
}

static void trace_buffer(const char *name, const void *at, size_t len)
{
    trace_pointer(name, at);
    (void)fprintf(stderr, "+%lu", (unsigned long)len);
}

static void trace(const fuzz_algorithm *g, const char *call, const vmb_job_arguments *a)
{
    if (!tracing()) {
        return;
    }
    (void)fprintf(stderr, "  %s %s", g->name, call);
    trace_pointer("key", a->key);
    trace_pointer("stream", a->stream);
    trace_buffer("nonce", a->nonce, a->nonce_len);
    trace_buffer("ad", a->ad, a->ad_len);
    trace_buffer("in", a->in, a->len);
    trace_pointer("out", a->out);
    trace_buffer("tag", a->tag, a->tag_len);
}

static void returned(int status, unsigned may)
{
    uint8_t logged = (uint8_t)-status;

    if (tracing()) {
        (void)fprintf(stderr, " -> %s\n", status_name(status));
    }
    if (status > 0 || status < VMB_ERR_STATE || (may & FUZZ_MAY(status)) == 0) {
        (void)fprintf(stderr, "vambrace-fuzz: the call returned %d, %s, which it may not here\n", status,
                      status_name(status));
        abort();
    }
    append(&logged, 1);
}

int fuzz_init(const fuzz_algorithm *g, void *key, const uint8_t *bytes, size_t len, unsigned may)
{
    fuzz_range object = {key, g->key_size};
    int status;

    if (tracing()) {
        (void)fprintf(stderr, "  %s init", g->name);
        trace_pointer("key", key);
        trace_buffer("bytes", bytes, len);
    }
    fuzz_watch();
    if ((may & FUZZ_MAY_OK) != 0) {
        fuzz_forget(key, g->key_size);
    }
    status = g->init(key, bytes, len);
    returned(status, may);
    fuzz_only_changed(&object, status == VMB_OK ? 1 : 0);
    return status;
}

void fuzz_wipe(const fuzz_algorithm *g, void *key)
{
    fuzz_range object = {key, g->key_size};

    if (tracing()) {
        (void)fprintf(stderr, "  %s wipe key=%p\n", g->name, key);
    }
    fuzz_watch();
    g->wipe(key);
    fuzz_only_changed(&object, key != NULL);
    fuzz_is_zero(key, key == NULL ? 0 : g->key_size, "wipe left something of the key");
}

int fuzz_whole(const fuzz_algorithm *g, const vmb_job_arguments *a, unsigned may)
{
    fuzz_range outputs[2];
    size_t count = fuzz_outputs(g, a, outputs), i;
    int status;

    trace(g, a->open ? "backward" : "forward", a);
    fuzz_watch();
    for (i = 0; i < count; i++) {
        if ((may & FUZZ_MAY_OK) != 0 && outputs[i].at != a->in && outputs[i].at != a->nonce) {
            fuzz_forget(outputs[i].at, outputs[i].len);
        }
    }
    status = g->whole(a);
    returned(status, may);
    if (status != VMB_OK && status != VMB_ERR_TAG) {
        count = 0;
    }
    fuzz_only_changed(outputs, count);
    if (status == VMB_ERR_TAG && fuzz_gives_text(g)) {
        fuzz_is_zero(a->out, a->len, "something of the message is left behind a wrong tag");
    }
    for (i = 0; i < count; i++) {
        append(outputs[i].at, outputs[i].len);
    }
    return status;
}

/* The output of a step, if it has one. */
static fuzz_range part_output(const fuzz_algorithm *g, uint32_t what, const vmb_job_arguments *a)
{
    fuzz_range r = {NULL, 0};

    if (what == VMB_STEP_UPDATE && fuzz_gives_text(g)) {
        r.at = a->out;
        r.len = a->len;
    } else if (what == VMB_STEP_SQUEEZE || (what == VMB_STEP_FINISH && g->kind != FUZZ_CIPHER && !a->open)) {
        r.at = a->tag;
        r.len = a->tag_len;
    }
    return r;
}

int fuzz_part(const fuzz_algorithm *g, uint32_t what, const vmb_job_arguments *a, unsigned may)
{
    static const char *const names[] = {"start", "lengths", "ad", "update", "finish", "abort", "squeeze"};
    fuzz_range changed[2];
    int status;

    trace(g, names[what], a);
    changed[0].at = a->stream;
    changed[0].len = a->stream == NULL ? 0 : g->stream_size;
    changed[1] = part_output(g, what, a);
    fuzz_watch();
    if (what == VMB_STEP_START) {
        fuzz_forget(changed[0].at, changed[0].len);
    }
    if ((may & FUZZ_MAY_OK) != 0 && a->in != a->out) {
        fuzz_forget(changed[1].at, changed[1].len);
    }
    status = g->part(what, a);
    returned(status, may);
    fuzz_only_changed(changed, status == VMB_OK ? 2 : 1);
    if (status != VMB_OK || what == VMB_STEP_FINISH || what == VMB_STEP_ABORT) {
        fuzz_is_zero(changed[0].at, changed[0].len, "a stream ended and left parts of its state");
    }
    if (status == VMB_OK) {
        append(changed[1].at, changed[1].len);
    }
    return status;
}

fuzz_range fuzz_chunk_output(const vmb_job_arguments *a)
{
    fuzz_range r;

    r.at = a->out;
    r.len = !a->open ? a->len + 16 : a->len < 16 ? 0 : a->len - 16;
    return r;
}

int fuzz_chunks(const fuzz_algorithm *g, uint32_t what, const vmb_job_arguments *a, unsigned may)
{
    static const char *const names[] = {"chunks_start", "chunk", "last_chunk", "chunks_finish"};
    fuzz_range changed[2];
    int status;

    trace(g, names[what], a);
    changed[0].at = a->stream;
    changed[0].len = a->stream == NULL ? 0 : g->chunks_size;
    changed[1].at = NULL;
    changed[1].len = 0;
    if (what == FUZZ_CHUNK || what == FUZZ_CHUNK_LAST) {
        changed[1] = fuzz_chunk_output(a);
    }
    fuzz_watch();
    if (what == FUZZ_CHUNKS_START) {
        fuzz_forget(changed[0].at, changed[0].len);
    }
    if ((may & FUZZ_MAY_OK) != 0 && a->in != a->out) {
        fuzz_forget(changed[1].at, changed[1].len);
    }
    status = g->chunks(what, a);
    returned(status, may);
    fuzz_only_changed(changed, status == VMB_OK || status == VMB_ERR_TAG ? 2 : 1);
    if (status == VMB_ERR_TAG) {
        fuzz_is_zero(changed[1].at, changed[1].len, "something of a chunk is left behind a wrong tag");
    }
    if (status != VMB_OK || what == FUZZ_CHUNKS_FINISH) {
        fuzz_is_zero(changed[0].at, changed[0].len, "a message in chunks ended and something of it is left");
    }
    if (status == VMB_OK) {
        append(changed[1].at, changed[1].len);
    }
    return status;
}
