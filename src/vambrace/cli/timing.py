# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace timing`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vambrace import config
from vambrace.base.progress import Progress
from vambrace.cli.area import liberty_option, load_liberty
from vambrace.cli.options import json_option, markdown_option, report, show

if TYPE_CHECKING:
    from vambrace.silicon.parts import Part, Subject
    from vambrace.silicon.timing import Timing


def _bare(subject: Subject) -> Subject | None:
    """The core of a point without extensions; None for a block."""
    if subject.point is None:
        return None
    from vambrace.silicon import parts

    return parts.of_point(config.point(f"{subject.point.core.name}/none"))


@click.command()
@click.argument("names", nargs=-1, metavar="[POINT|BLOCK]...")
@liberty_option
@click.option("--paths", is_flag=True, help="Show each longest path cell by cell.")
@json_option
@markdown_option
def timing(names, liberty_file, paths, json_file, as_markdown) -> None:
    """Measure the longest path of points and blocks (Yosys, abc, OpenSTA).

    POINT is that of bench; BLOCK a name of configs/blocks.toml, or a pattern. Without one:
    the points of ibex-ref that bench measures, and all blocks. Everything stands between
    registers: a path begins and ends at a clock edge, at ports too. A point is as fast as
    its slowest part. Wires and a clock tree are not modelled: compare, do not sign off.
    What has not changed is not made again.

    \b
    vambrace timing ibex-ref ibex-fast
    vambrace timing zkn xascon 'aes-*' --json timing.json
    vambrace timing ibex-ref/zkn --paths
    vambrace timing ibex-ref --liberty my_cells.lib
    """
    from vambrace.base import work
    from vambrace.measure import timing as timing_records
    from vambrace.silicon import parts, sta
    from vambrace.silicon import timing as timing_module
    from vambrace.view import timing_table

    subjects = parts.select(list(names) or ["ibex-ref", *parts.blocks()])
    library = load_liberty(liberty_file)
    sta.check(library)  # says what is missing before the work
    bare = {s.name: b for s in subjects if (b := _bare(s))}
    subjects = list({s.name: s for s in [*bare.values(), *subjects]}.values())
    wanted = list(dict.fromkeys(part for s in subjects for part in s.parts))
    with Progress("timing", len(wanted)) as progress:

        def one(part: Part) -> Timing:
            return timing_module.measure(part, library)

        found = work.each(wanted, one, lambda part: part.label, progress.step, progress.failed)
    made = []
    for s in subjects:
        if all(part in found for part in s.parts):
            base = bare.get(s.name)
            against = found.get(base.parts[0]) if base and base.name != s.name else None
            made.append(timing_records.record(s, [found[p] for p in s.parts], against, library))
    show(timing_table.grids(made, paths), made, as_markdown, json_file)
    report(progress.failures)
