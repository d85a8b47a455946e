# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""For developers of this project: tests, proofs, fuzzing, generators."""
