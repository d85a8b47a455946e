# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Random programs on a core, compared with Spike instruction by instruction (docs/developer/lockstep.md)."""
