# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""libvambrace as few files, for projects that take a library as sources: `vambrace amalgamate`."""
