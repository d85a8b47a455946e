# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What a program shows about itself: worst-case stack, linker map, cycles of each step."""
