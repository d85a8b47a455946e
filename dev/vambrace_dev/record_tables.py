# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The tables of fields in docs/reference/records.md, from the kinds of records.

    python -m vambrace_dev.record_tables          writes them
    python -m vambrace_dev.record_tables --check  prints whether they are out of date

A table is between the comments `<!-- fields of KIND -->` and `<!-- end of KIND -->`; with
`<!-- fields of KIND besides OTHER -->` it has those fields that the other kind does not have.
"""

import re
import sys
from collections.abc import Iterator

from vambrace.base.paths import root
from vambrace.measure.registry import KINDS
from vambrace.results.schema import Field

PAGE = root() / "docs" / "reference" / "records.md"

_TABLE = re.compile(r"<!-- fields of ([\w, ]+?)(?: besides (\w+))? -->\n.*?<!-- end of \1 -->\n", re.DOTALL)


def page(text: str) -> str:
    """Return the page with its tables renewed from the kinds. ValueError if a kind has none."""
    shown = {name for names, _ in _TABLE.findall(text) for name in names.split(", ")}
    if shown != set(KINDS):
        raise ValueError(f"{PAGE.name} has tables of {', '.join(sorted(shown))}; kinds: {', '.join(sorted(KINDS))}")
    return _TABLE.sub(lambda match: _besides(match[1], match[2]) if match[2] else _between(match[1]), text)


def _besides(name: str, other: str) -> str:
    known = {f.name for f in KINDS[other].fields}
    if lacking := known - {f.name for f in KINDS[name].fields}:
        raise ValueError(f"{name} lacks fields of {other}: {', '.join(sorted(lacking))}")
    more = tuple(f for f in KINDS[name].fields if f.name not in known)
    return f"<!-- fields of {name} besides {other} -->\n{table(more, f'`{name}`')}<!-- end of {name} -->\n"


def _between(names: str) -> str:
    first, *others = (KINDS[name] for name in names.split(", "))
    for other in others:
        if table(other.fields) != table(first.fields):
            raise ValueError(f"{other.name} has other fields than {first.name}")
    words = " or ".join(f"`{name}`" for name in names.split(", "))
    return f"<!-- fields of {names} -->\n{table(first.fields, words)}<!-- end of {names} -->\n"


def table(fields: tuple[Field, ...], kind: str = "") -> str:
    """Return the rows of all fields: `schema` and `record` first, then each field's unit and meaning."""
    rows = ["| field | unit | meaning |", "| --- | --- | --- |", *_common(kind)]
    rows += [f"| `{f.name}` | {f.about.unit} | {f.about.meaning} |" for f in fields]
    return "".join(f"{row}\n" for row in rows)


def _common(kind: str) -> Iterator[str]:
    if kind:
        yield f"| `record` | | {kind} |"


def main(arguments: list[str]) -> int:
    now = PAGE.read_text()
    wanted = page(now)
    if "--check" not in arguments:
        PAGE.write_text(wanted)
        return 0
    if now != wanted:
        print("docs/reference/records.md does not match the kinds: run python -m vambrace_dev.record_tables")
    return int(now != wanted)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
