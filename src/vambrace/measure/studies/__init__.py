# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Studies: measurements of code other than the library, of which they use only what they compare with."""

#: The point that pictures are encrypted on, where none is named.
PICTURE_POINT = "ibex-ref/aes-unit"
