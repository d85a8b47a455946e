# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Studies: measurements of other code than the library, which they use only for comparison."""

#: The default point for pictures.
PICTURE_POINT = "ibex-ref/aes-unit"
