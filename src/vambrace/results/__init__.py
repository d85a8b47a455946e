# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records: what was measured, how it is selected, checked, written and kept."""
