# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Area, timing, energy and FPGA resources of acceleration points and blocks, with open tools."""

#: The energy of a memory per bit read or written, in fJ: from the literature, for an SRAM of 16 KiB.
READ_FJ, WRITE_FJ, MEMORY = 63.362, 41.436, "16 KiB SRAM"
