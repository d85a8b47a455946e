/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * lwIP on FreeRTOS: IPv6, ICMPv6 and UDP, in one task (vmb_lwip.c). No other task calls lwIP, so
 * it has no locks and needs no mailboxes (NO_SYS). Settings that a program makes with -D are kept.
 */
#ifndef LWIP_OPTS_H
#define LWIP_OPTS_H

#define NO_SYS 1
#define SYS_LIGHTWEIGHT_PROT 0
#define LWIP_NETCONN 0
#define LWIP_SOCKET 0

#define LWIP_IPV4 0
#define LWIP_ARP 0
#define LWIP_IPV6 1
#define LWIP_ICMP6 1
#define LWIP_IPV6_MLD 1
#define LWIP_UDP 1
#define LWIP_TCP 0
#define LWIP_RAW 0
#if VMB_LWIP_6LOWPAN
#define LWIP_ETHERNET 0
#define NETIF_MAX_HWADDR_LEN 8U
#define LWIP_6LOWPAN_802154_HW_CRC 1
#define LWIP_6LOWPAN_NUM_CONTEXTS 0
#define LWIP_6LOWPAN_INFER_SHORT_ADDRESS 0
#define PBUF_POOL_SIZE 64
#define PBUF_POOL_BUFSIZE 192 /* one holds a frame with uncompressed headers; a datagram needs several */
#else
#define LWIP_ETHERNET 1
#define PBUF_POOL_BUFSIZE 1536 /* one holds a frame */
#endif
#define LWIP_SINGLE_NETIF 1

/* A link with one peer: no router, and no duplicate address, whose detection would take a second. */
#define LWIP_IPV6_SEND_ROUTER_SOLICIT 0
#define LWIP_IPV6_AUTOCONFIG 0
#define LWIP_IPV6_DUP_DETECT_ATTEMPTS 0
#define LWIP_IPV6_FORWARD 0
#define LWIP_IPV6_FRAG 0
#define LWIP_IPV6_REASS 0

#define MEM_ALIGNMENT 4
#ifndef MEM_SIZE
#define MEM_SIZE 8192
#endif
#define MEMP_NUM_SYS_TIMEOUT (LWIP_NUM_SYS_TIMEOUT_INTERNAL + 4) /* plus those of a program */
#ifndef PBUF_POOL_SIZE
#define PBUF_POOL_SIZE 20 /* more than the packet interface's queue */
#endif

#ifndef LWIP_STATS
#define LWIP_STATS 0
#endif
#define LWIP_STATS_LARGE 1 /* 32-bit counters */
#define LWIP_CHKSUM_ALGORITHM 3

#endif
