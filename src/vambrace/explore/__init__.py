# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Design spaces: their parameters, the measurements of each candidate, and the best candidates."""
