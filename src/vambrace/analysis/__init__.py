# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Analyses of linked programs: worst-case stack, linker map, cycles of each step."""
