# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cores and accelerators: RTL sources, overlays, the simulation models that Verilator makes of them."""
