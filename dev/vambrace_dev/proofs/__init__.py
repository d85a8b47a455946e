# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Proofs about the RTL, for all inputs and all times: docs/developer/proofs.md."""
