# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace points`."""

import click

from vambrace import config
from vambrace.base.output import Output
from vambrace.cli.options import FILE
from vambrace.config import engine_options


@click.command()
@click.option("--svg", "svg_file", type=FILE, help="Draw the block diagram, for light backgrounds.")
@click.option("--svg-dark", "dark_file", type=FILE, help="Draw the same diagram for dark backgrounds.")
def points(svg_file: Output | None, dark_file: Output | None) -> None:
    """List the acceleration points, algorithms, scenarios, frames and blocks by name, or draw the block diagram.

    \b
    vambrace points
    vambrace points --svg blocks.svg --svg-dark blocks-dark.svg
    """
    if svg_file or dark_file:
        _draw(svg_file, dark_file)
        return
    from vambrace.silicon import parts

    for kind, named in (
        ("cores", config.cores()),
        ("extension sets", config.extension_sets()),
        ("algorithms", config.algorithms()),
        ("scenarios", config.scenarios()),
        ("frames of protocols", config.frames()),
        ("blocks", parts.blocks()),
    ):
        print(f"{kind}:")
        for name, value in named.items():
            print(f"  {name:<20} {value.title}{_without() if value == config.extension_sets()['all'] else ''}")
    print("points:")
    for name in config.points():
        print(f"  {name}")
    print("options of an engine, as in ibex-ref/engine@AsconRoundsPerCycle=2,HoldWords=65:")
    for option in engine_options.options().values():
        values = f" ({option.values})" if option.values else ""
        print(f"  {option.name:<20} {option.meaning}{values}; default {option.default}")


def _without() -> str:
    """Return what the set `all` lacks: the instructions of other sets."""
    sets = config.extension_sets()
    others = [name for name, chosen in sets.items() if set(chosen.instructions) - set(sets["all"].instructions)]
    return f"; without {', '.join(others[:-1])} and {others[-1]}"


def _draw(svg_file: Output | None, dark_file: Output | None) -> None:
    from vambrace.view import blocks_picture
    from vambrace.view.themes import DARK, LIGHT

    for file, theme in ((svg_file, LIGHT), (dark_file, DARK)):
        if file:
            file.write(blocks_picture.svg(theme))
