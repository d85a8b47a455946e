# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What an acceleration point is made of: cells, area, timing and energy, by open tools."""

#: What a memory takes for each bit that is read or written, fJ: the literature's, of a 16 KiB SRAM.
READ_FJ, WRITE_FJ, MEMORY = 63.362, 41.436, "16 KiB SRAM"
