# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Programs with operating systems and stacks: FreeRTOS, RIOT, Zephyr, lwIP, Mbed TLS and PSA Crypto."""
