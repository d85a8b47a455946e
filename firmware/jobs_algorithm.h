/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How to call one algorithm. The macros that say which one come from
 * configs/algorithms.toml (src/vambrace/config.py):
 *
 *     VMB_ALG                     prefix of its functions, for example vmb_aes128_ccm
 *     VMB_FORWARD, VMB_BACKWARD   its one-shot functions
 *     VMB_KIND_AEAD, _CIPHER, _HASH, _MAC, _FRAME   one of them: which header below knows how to call it
 *     VMB_HAS_STREAM and so on    what else it has
 *     VMB_LEAST_TAG               the shortest tag without VMB_SHORT_TAG, if there are shorter ones
 *     VMB_JOB_PLAIN_TAGS          defined: no call has a VMB_SHORT_TAG
 *     VMB_ALGORITHM_HEADER        of an algorithm of a plug-in, the header that declares it
 *
 * Defines vmb_job_key and vmb_job_stream, and how to init, wipe, call in one shot
 * (vmb_job_whole) and do a step (vmb_job_part). On RISC-V every call goes through
 * jobs_call.h, which sees whether it keeps the caller's registers.
 */
#ifndef VMB_JOBS_ALGORITHM_H
#define VMB_JOBS_ALGORITHM_H

#include "jobs.h"
#include "jobs_call.h"

#ifdef VMB_ALGORITHM_HEADER
#include VMB_ALGORITHM_HEADER
#endif

#define VMB_PASTE_(a, b) a##b
#define VMB_PASTE(a, b) VMB_PASTE_(a, b)
#define VMB_ALG_(suffix) VMB_PASTE(VMB_ALG, suffix)

/* The argument for a tag of that many bytes. */
#if defined VMB_LEAST_TAG && !defined VMB_JOB_PLAIN_TAGS
#define VMB_JOB_TAG_LEN_OF(bytes) ((bytes) < VMB_LEAST_TAG ? VMB_SHORT_TAG(bytes) : (bytes))
#else
#define VMB_JOB_TAG_LEN_OF(bytes) (bytes)
#endif

#if defined VMB_KIND_AEAD
#include "jobs_aead.h"
#elif defined VMB_KIND_CIPHER
#include "jobs_cipher.h"
#elif defined VMB_KIND_HASH
#include "jobs_hash.h"
#elif defined VMB_KIND_MAC
#include "jobs_mac.h"
#elif defined VMB_KIND_FRAME
#include "jobs_frame.h"
#else
#error "VMB_KIND_AEAD, _CIPHER, _HASH, _MAC or _FRAME says how to call VMB_ALG"
#endif

#endif
