# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""libvambrace as a few files, for projects that include a library as sources: `vambrace amalgamate`."""
