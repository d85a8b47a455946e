# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Studies: measurements that stand beside the library and use nothing of it but what they compare with."""

#: The point that pictures are encrypted on, where none is named.
PICTURE_POINT = "ibex-ref/aes-unit"
