# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Design spaces: what is varied, what is measured of each candidate, and which candidates are the best."""
