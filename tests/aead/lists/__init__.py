# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Lists of cases, one module for each purpose: see tests.aead.catalogue."""
