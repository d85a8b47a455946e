# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Proofs about the RTL, for all inputs and any number of cycles: docs/developer/proofs.md."""
