# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Foundations that all packages use: errors, files, the content store, processes, tools, progress. Nothing here is
specific to cryptography or hardware.
"""
