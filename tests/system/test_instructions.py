# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The extension instructions on the core: .insn programs against the independent models."""
