# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The records of a report as files for its reader: compressed in the page, because they are repetitive."""

import base64
import gzip

from vambrace.results.records import as_csv, as_json
from vambrace.view.report.gather import Data


def packed(data: Data) -> dict[str, str]:
    """Return all records by the kind of file, as written by `--json` and `--csv`: compressed with gzip, in base64."""
    return {kind: _packed(write(data.every)) for kind, write in (("json", as_json), ("csv", as_csv))}


def _packed(text: str) -> str:
    return base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()
