/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The size of key objects without key expansion in this build, in words: vambrace/backend.h.
 */
#ifndef VAMBRACE_BACKEND_RAW_KEYS_H
#define VAMBRACE_BACKEND_RAW_KEYS_H

#include "vambrace/detail/backend/engine.h"

/* Words of the key. With an engine, one more word is the number of its key slot. */
#define VMB_RAW_KEY_WORDS(bytes) ((bytes) / 4 + VMB_ENGINE)

/* Words of the object: one more word at its end marks it as initialised by init
 * (VMB_MARK_ASCON128 and so on of common.h). */
#define VMB_RAW_OBJECT_WORDS(bytes) (VMB_RAW_KEY_WORDS(bytes) + 1)

/* The same for keys that are never passed to an engine, so they never refer to a slot. */
#define VMB_SOFTWARE_OBJECT_WORDS(bytes) ((bytes) / 4 + 1)

#endif
