# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""One page of all records: sections of tables and charts, as self-contained HTML, and as Markdown."""
