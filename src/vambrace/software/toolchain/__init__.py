# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What makes programs: compiling, the files that they include, and reading ELF files."""
