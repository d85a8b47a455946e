# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Vambrace: build, simulate and measure authenticated encryption on RISC-V.

The Python interface is vambrace.api.
"""

__version__ = "0.1.0"
