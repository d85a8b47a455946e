/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The ring of descriptors of an AEAD engine (rtl/ring): many packets with few register writes. A
 * program prepares packets in memory, and the engine seals and opens them one after the other, while
 * the program does something else. For builds with VMB_ENGINE_RING=1 (vambrace/backend.h), whose
 * engine must have a ring: on one without it, calls cause bus errors.
 *
 *     static vmb_engine_ring_descriptor descriptors[64];
 *     static vmb_engine_ring ring;
 *     static vmb_engine_ring_flow flow;
 *
 *     vmb_engine_ring_init       once, with the program's memory
 *     vmb_engine_ring_flow_init  once for each flow: what its packets have in common
 *     vmb_engine_ring_submit     prepares a packet of a flow
 *     vmb_engine_ring_kick       starts the packets that were submitted, any number of them
 *     vmb_engine_ring_reap       takes the oldest packet that has ended, and its result
 *     vmb_engine_ring_stop       pauses the ring; vmb_engine_ring_kick continues it
 *     vmb_engine_ring_close      ends
 *
 * A packet is a whole message in buffers of the program. Packets of a flow have the same algorithm,
 * which the engine has, direction (seal or open), key object, which contains the key or a slot's
 * number (init and init_slot of vambrace/aead.h), and lengths of nonce and tag. A ring may have
 * packets of any number of flows at a time. From vmb_engine_ring_submit until vmb_engine_ring_reap
 * has returned it, a packet's key object, nonce, associated data and input must not be changed, and
 * its output and tag not be used. Results are those of the functions of vambrace/aead.h. Packets end
 * in the order in which they were submitted.
 *
 * vmb_engine_ring_submit is fastest if out equals in and the tag follows the message, as in most
 * protocols.
 *
 * Other calls of the library that use the engine wait until the ring has no packets left. The
 * program may make them at any time.
 *
 * A packet with an error ends with a status of its own, and the next one follows. With
 * VMB_ENGINE_RING_STOP the ring pauses after it: vmb_engine_ring_reap then returns VMB_ERR_DEVICE
 * once all packets that have ended were reaped, and vmb_engine_ring_kick continues with the next
 * packet. It also pauses after a bus error at a descriptor, and when the memory does not respond in
 * time (parameter Watchdog of rtl/ring): vmb_engine_ring_kick then tries that descriptor again.
 *
 * Key objects, POLICY and slots: the engine checks each packet when it processes it. A program that
 * can write descriptors can start jobs, so they belong in memory that only the owner of the engine
 * can write.
 *
 * Data caches and addresses: as for all calls (vambrace/dma.h). A line of at most 64 bytes is
 * supported. With VMB_DMA_LINE an output shares no line with anything that the program uses before
 * vmb_engine_ring_reap has returned its packet.
 *
 * Contract of every function here:
 *
 * - Results: those that a function names; of a packet: those of its function in vambrace/aead.h. On
 *   an error nothing is submitted, started or lost.
 * - Alignment: descriptors have that of their type, 64 bytes; none for bytes of a packet.
 * - Overlap: in a packet as in vambrace/status.h: `out` may equal `in`. An output overlaps no other
 *   packet that is in the ring, neither the ring nor its descriptors nor a flow.
 * - Timing: depends on lengths, addresses, algorithms, results of packets that have ended, and what
 *   the engine is doing; not on the bytes of key, nonce, associated data or message.
 * - Wiping: the output of a packet that failed is zero, and so is the tag that it should have made.
 *   Descriptors, the ring and flows contain addresses and lengths, no secrets. vmb_engine_ring_close
 *   wipes the ring and its descriptors, and the outputs of packets that were not reaped.
 * - Threads: the program serialises calls with the same ring; it may be that of interrupt handlers.
 *   They acquire the lock of vambrace/engine.h only while they access the engine's registers. An
 *   engine has one ring at a time.
 * - Standard: those of the algorithms; the ring: this project, rtl/ring/README.md.
 */
#ifndef VAMBRACE_ENGINE_RING_H
#define VAMBRACE_ENGINE_RING_H

#include <stddef.h>
#include <stdint.h>

#include "vambrace/detail/backend/dma.h"
#include "vambrace/detail/backend/engine.h"
#include "vambrace/detail/backend/engine_access.h"
#include "vambrace/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#if VMB_ENGINE_RING

/** Maximum number of descriptors. */
#define VMB_ENGINE_RING_MOST 32768u

/** A descriptor: memory for one packet. Its content is private; words are little-endian, as the
 *  engine reads them. */
typedef struct { uint32_t words[16]; } __attribute__((aligned(64))) vmb_engine_ring_descriptor;

/** A ring. Its content is private. Zeroed by the program, or initialised by vmb_engine_ring_init,
 *  before it is passed to any other call. */
typedef struct {
    vmb_engine_ring_descriptor *descriptors;
    uint32_t control;  /* its register, without `enable` */
    uint32_t mask;     /* number of descriptors - 1 */
    /* numbers of packets, which wrap: */
    uint32_t submitted;
    uint32_t kicked;
    uint32_t head;     /* with a status word when it was last read */
    uint32_t reaped;
    uint32_t mark;
} vmb_engine_ring;

/** Algorithms of packets, with the key object that each has in vambrace/aead.h. */
enum {
    VMB_ENGINE_RING_ASCON_AEAD128 = 0,         /**< vmb_ascon_aead128_key */
    VMB_ENGINE_RING_ASCON_AEAD128_OPTIONS = 1, /**< vmb_ascon_aead128_options_key */
    VMB_ENGINE_RING_ASCON128 = 2,              /**< vmb_ascon128_key */
    VMB_ENGINE_RING_ASCON128A = 3,             /**< vmb_ascon128a_key */
    VMB_ENGINE_RING_CHACHA20_POLY1305 = 4,     /**< vmb_chacha20_poly1305_key */
    VMB_ENGINE_RING_AES128_CCM = 5,            /**< vmb_aes128_ccm_key */
    VMB_ENGINE_RING_AES192_CCM = 6,            /**< vmb_aes192_ccm_key */
    VMB_ENGINE_RING_AES256_CCM = 7,            /**< vmb_aes256_ccm_key */
    VMB_ENGINE_RING_AES128_GCM = 8,            /**< vmb_aes128_gcm_key, with VMB_ENGINE_GCM; nonces of at most 16 */
    VMB_ENGINE_RING_AES192_GCM = 9,            /**< vmb_aes192_gcm_key: bytes, and tags of at least 12 */
    VMB_ENGINE_RING_AES256_GCM = 10            /**< vmb_aes256_gcm_key */
};

/** A flow. Its content is private. Zeroed by the program, or initialised by
 *  vmb_engine_ring_flow_init, before it is passed to vmb_engine_ring_submit. */
typedef struct {
    vmb_engine_ring *ring;
    const uint8_t *key;
    uint32_t mark;      /* of the key object */
    uint32_t job;
    uint32_t key_size;  /* of the key object, in bytes */
    uint32_t nonce_len;
    uint32_t tag_len;
    uint32_t excess;    /* bits of a message's length that must be 0 */
} vmb_engine_ring_flow;

/** A packet that has ended. */
typedef struct {
    int status; /**< VMB_OK; VMB_ERR_TAG; or VMB_ERR_DEVICE: as for calls of vambrace/aead.h, also
                 *   because POLICY forbids it, the engine lacks the algorithm or the slot its key */
    uint8_t *out; /**< of the packet */
} vmb_engine_packet_result;

/** What a ring does: a combination of these bits. */
#define VMB_ENGINE_RING_STOP 1u /**< it pauses after a packet with an error */
#define VMB_ENGINE_RING_IRQ 2u  /**< interrupt when all packets have ended or the ring has paused by itself */

/** Initialises a ring, whatever it contained, and gives it memory for packets. Waits until no call
 *  uses the engine. Contract: top of this file.
 *
 *  @param[out] ring  the ring; must stay in place until vmb_engine_ring_close
 *  @param[out] descriptors  count descriptors; they belong to the ring until vmb_engine_ring_close
 *  @param count  a power of two, 1 to VMB_ENGINE_RING_MOST
 *  @param flags  a combination of VMB_ENGINE_RING_STOP and VMB_ENGINE_RING_IRQ
 *  @return VMB_OK, VMB_ERR_LENGTH (count), VMB_ERR_ARGUMENT (null, an overlap, descriptors at an
 *          address that is no multiple of 64, or an unknown flag) or VMB_ERR_DEVICE (another ring is
 *          enabled: close that one). */
VMB_MUST_CHECK int vmb_engine_ring_init(vmb_engine_ring *ring, vmb_engine_ring_descriptor *descriptors, size_t count,
                                        uint32_t flags);

/** Initialises a flow, whatever it contained. Its key object must stay in place while packets are
 *  submitted with it. If the key object is wiped, vmb_engine_ring_submit returns VMB_ERR_STATE; if it
 *  gets another key, initialise the flow again. Contract: top of this file.
 *
 *  @param[out] flow  the flow; unchanged on an error
 *  @param[in,out] ring  the ring of its packets; not changed here
 *  @param algorithm  one of VMB_ENGINE_RING_ASCON_AEAD128 to VMB_ENGINE_RING_AES256_GCM
 *  @param open  0: seal; 1: open
 *  @param[in] key  a key object of the algorithm
 *  @param nonce_len  bytes of each nonce
 *  @param tag_len  bytes of each tag
 *  @return VMB_OK, VMB_ERR_LENGTH (nonce_len or tag_len), VMB_ERR_ARGUMENT (null, an overlap, an
 *          unknown algorithm or `open`) or VMB_ERR_STATE (the ring or the key object is not ready). */
VMB_MUST_CHECK int vmb_engine_ring_flow_init(vmb_engine_ring_flow *flow, vmb_engine_ring *ring, uint32_t algorithm,
                                             uint32_t open, const void *key, size_t nonce_len, size_t tag_len);

/** Prepares a packet, which vmb_engine_ring_kick starts. Contract: top of this file.
 *
 *  @param[in] flow  the flow
 *  @param[out] out  len bytes for the result; may equal `in`
 *  @param[in,out] tag  the flow's tag_len bytes: written if it seals, read if it opens
 *  @param[in] nonce  the flow's nonce_len bytes
 *  @param[in] ad  ad_len bytes of associated data
 *  @param ad_len  0 to VMB_MAX_BYTES
 *  @param[in] in  len bytes of plaintext or ciphertext
 *  @param len  0 to VMB_MAX_BYTES, for AES-CCM also less than 256^(15 - nonce_len)
 *  @return VMB_OK, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT (null, an overlap), VMB_ERR_STATE (the flow, its
 *          ring or its key object is not ready) or VMB_ERR_LIMIT (the ring is full: submit it again
 *          after vmb_engine_ring_reap has returned a packet). */
VMB_MUST_CHECK int vmb_engine_ring_submit(const vmb_engine_ring_flow *flow, uint8_t *out, uint8_t *tag,
                                          const uint8_t *nonce, const uint8_t *ad, size_t ad_len, const uint8_t *in,
                                          size_t len);

/** Starts all packets that were submitted, and continues a ring that has paused. Does not wait for
 *  packets; unless the ring is active, waits until no other call uses the engine. Contract: top of
 *  this file.
 *
 *  @param[in,out] ring  the ring
 *  @return VMB_OK, VMB_ERR_ARGUMENT (null), VMB_ERR_STATE (the ring is not ready) or VMB_ERR_DEVICE
 *          (the memory still owes answers to requests of the ring; try again later). */
VMB_MUST_CHECK int vmb_engine_ring_kick(vmb_engine_ring *ring);

/** Takes the oldest packet if it has ended. Contract: top of this file.
 *
 *  @param[in,out] ring  the ring
 *  @param[out] result  its result; written on VMB_OK only
 *  @return VMB_OK, VMB_ERR_ARGUMENT (null), VMB_ERR_STATE (the ring is not ready, or no packet has
 *          ended since the last call) or VMB_ERR_DEVICE (the same, and the ring has paused before it
 *          has processed all packets that were started). */
VMB_MUST_CHECK int vmb_engine_ring_reap(vmb_engine_ring *ring, vmb_engine_packet_result *result);

/** Pauses the ring: waits until the packet that is being processed has ended. Packets that have
 *  ended can be reaped, and vmb_engine_ring_kick starts the others. Contract: top of this file.
 *
 *  @param[in,out] ring  the ring
 *  @return VMB_OK, VMB_ERR_ARGUMENT (null) or VMB_ERR_STATE (the ring is not ready). */
VMB_MUST_CHECK int vmb_engine_ring_stop(vmb_engine_ring *ring);

/** Ends a ring: aborts the packet that is being processed, and wipes the ring, its descriptors, and
 *  the output and made tag of each packet that was not reaped. Does nothing if the ring is null or not
 *  ready. Contract: top of this file.
 *
 *  @param[in,out] ring  the ring */
void vmb_engine_ring_close(vmb_engine_ring *ring);

/** Ends the interrupt of VMB_ENGINE_RING_IRQ until its cause occurs again: call it before
 *  vmb_engine_ring_reap. Contract: top of this file. */
void vmb_engine_ring_acknowledge(void);

#endif /* VMB_ENGINE_RING */

#ifdef __cplusplus
}
#endif

#endif
