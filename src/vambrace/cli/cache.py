# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace cache`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from vambrace.base import cache_limit
from vambrace.base.errors import choose
from vambrace.base.grid import Grid, number
from vambrace.base.output import Output
from vambrace.base.paths import cache_dir
from vambrace.cli.options import FILE, console, say, stdout_is_taken

_EVERY = "every kind"


@click.command()
@click.option(
    "--clear",
    "kind",
    is_flag=False,
    flag_value=_EVERY,
    metavar="[KIND]",
    help="Remove the entries of one kind, or everything.",
)
@click.option("--json", "json_file", type=FILE, help="Write folder, limit, and sizes in bytes as JSON.")
def cache(kind: str | None, json_file: Output | None) -> None:
    """Show or clear the cache of builds and measurements.

    All checkouts and installations of a user share $XDG_CACHE_HOME/vambrace or ~/.cache/vambrace. VAMBRACE_CACHE
    chooses another folder. Above 5G, or VAMBRACE_CACHE_LIMIT, the least recently used entries are removed.

    \b
    vambrace cache                           folder, limit, and size by kind
    vambrace cache --json -                  the same as JSON
    vambrace cache --clear model             remove the simulation models
    vambrace cache --clear                   remove everything
    """
    folder, most = cache_dir(), cache_limit.limit()
    if kind is not None:
        _clear(folder, kind)
    content = _content(folder)
    if json_file:
        json_file.write(json.dumps({"folder": str(folder), "limit": most, "kinds": content}, indent=1) + "\n")
    if kind is None and not stdout_is_taken():
        _show(folder, most, content)


def _content(folder: Path) -> dict[str, dict[str, int]]:
    """Return the number of entries and the bytes of each kind."""
    numbers: dict[str, int] = {}
    for entry in cache_limit.entries(folder):
        numbers[entry.kind] = numbers.get(entry.kind, 0) + 1
    return {
        p.name: {"entries": numbers.get(p.name, 0), "bytes": cache_limit.size(p)} for p in cache_limit.kinds(folder)
    }


def _clear(folder: Path, kind: str) -> None:
    known = [path.name for path in cache_limit.kinds(folder)]
    chosen = known if kind == _EVERY else [choose("kind", kind, known)]
    say(f"removed {_readable(cache_limit.clear(folder, chosen))} from {folder}")


def _readable(size: int) -> str:
    return f"{size / (1 << 30):.1f} GiB" if size >= 1 << 30 else f"{size / (1 << 20):.1f} MiB"


def _show(folder: Path, most: int, content: dict[str, dict[str, Any]]) -> None:
    from vambrace.view.table import print_grids

    total = {key: sum(kind[key] for kind in content.values()) for key in ("entries", "bytes")}
    rows = sorted(content.items(), key=lambda item: -item[1]["bytes"])
    cells = [
        [name, number(kind["entries"] or None), _readable(kind["bytes"])] for name, kind in [*rows, ("all", total)]
    ]
    title = f"{folder}, at most {_readable(most)}"
    print_grids([Grid(title, ["kind", "entries", "size"], cells, names=1)], console())
