# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""One page of all records: sections of tables and charts, as HTML that needs nothing else, and as Markdown."""
