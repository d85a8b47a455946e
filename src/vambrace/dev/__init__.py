# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""For those who change this project: tests, proofs, fuzzing, generators."""
