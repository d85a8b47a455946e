# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cores and accelerators: RTL sources, overlays, and the simulation models that Verilator generates from them."""
