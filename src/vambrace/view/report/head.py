# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The head of a page: its date and sources, and the configuration of its figures. Nothing in it depends on the
machine.
"""

import os
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from vambrace import __version__, config
from vambrace.base import checkout
from vambrace.base.paths import is_checkout
from vambrace.view.report.gather import Data, version_of

#: Entries in the configuration of records, and their names on the page.
_OPTIONS = {
    "library_flags": "options of the compiler",
    "wait_states": "wait states",
    "liberty": "standard cells",
    "flow": "synthesis",
}


class Head(NamedTuple):
    date: str
    commit: str
    version: str
    facts: tuple[tuple[str, str], ...]  # names and values
    others: str = ""  # a note on records of other versions, if there are any


def head(data: Data) -> Head:
    """Return the head of a page written now; SOURCE_DATE_EPOCH, in seconds since 1970, sets another time."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    now = datetime.fromtimestamp(int(epoch), UTC) if epoch.isdecimal() else datetime.now(UTC)
    made_of = checkout.commit() if is_checkout() else f"of release {__version__}"
    facts = tuple(_facts(data))
    return Head(f"{now.day} {now:%B %Y, %H:%M} UTC", made_of, __version__, facts, _others(data))


def _others(data: Data) -> str:
    """Return the note on records from files that other versions of Vambrace measured: their figures may differ."""
    versions = Counter(version_of(record) for some in data.others.values() for record in some)
    text = ", ".join(f"{count:,} of {version}" for version, count in sorted(versions.items()))
    return f"Records of other versions of Vambrace are listed separately: {text}." if text else ""


def _facts(data: Data) -> Iterator[tuple[str, str]]:
    known = config.cores()
    every = [record for some in data.records.values() for record in some]
    for name in dict.fromkeys(r.get("core") for r in every):
        if name in known:
            yield name, known[name].title
    tools: dict[str, dict[str, None]] = {}
    options: dict[str, dict[str, None]] = {}
    for record in every:
        for name, version in record.get("tools", {}).items():
            tools.setdefault(name, {})[str(version)] = None
        for name, value in record.get("configuration", {}).items():
            if name in _OPTIONS and value not in (None, ""):
                options.setdefault(name, {})[str(value)] = None
    yield "tools", ", ".join(f"{name} {' and '.join(tools[name])}" for name in sorted(tools))
    for name, label in _OPTIONS.items():
        if name in options:
            yield label, "; ".join(options[name])
