# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The site: the documents of the repository and a reference that is generated from its sources, as HTML that opens
offline. `vambrace-dev site` builds it."""
