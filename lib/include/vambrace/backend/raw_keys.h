/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How many words a key object has in this build where the key is not expanded: vambrace/backend.h.
 */
#ifndef VAMBRACE_BACKEND_RAW_KEYS_H
#define VAMBRACE_BACKEND_RAW_KEYS_H

#include "vambrace/backend/engine.h"

/* Words of the key. With an engine one more says which of its key slots the key is in. */
#define VMB_RAW_KEY_WORDS(bytes) ((bytes) / 4 + VMB_ENGINE)

/* Words of the object: one more at its end says that init made it (VMB_MARK_ASCON128 and so on of
 * common.h). */
#define VMB_RAW_OBJECT_WORDS(bytes) (VMB_RAW_KEY_WORDS(bytes) + 1)

/* The same where the engine never has the key itself: in no build does it name a slot. */
#define VMB_SOFTWARE_OBJECT_WORDS(bytes) ((bytes) / 4 + 1)

#endif
