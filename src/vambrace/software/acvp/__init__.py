# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Answers vector sets of NIST's Automated Cryptographic Validation Protocol (ACVP): `vambrace acvp`."""
