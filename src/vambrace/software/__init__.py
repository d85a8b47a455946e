# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Programs: compiling, ELF files, the library, jobs and their expected results, runs on RTL and on Spike."""
