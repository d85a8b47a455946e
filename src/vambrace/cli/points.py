# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace points`."""

import click

from vambrace import config


@click.command()
def points() -> None:
    """List the acceleration points, algorithms, scenarios and blocks by name."""
    from vambrace.silicon import parts

    for kind, named in (
        ("cores", config.cores()),
        ("extension sets", config.extension_sets()),
        ("algorithms", config.algorithms()),
        ("scenarios", config.scenarios()),
        ("blocks", parts.blocks()),
    ):
        print(f"{kind}:")
        for name, value in named.items():
            print(f"  {name:<20} {value.title}")
    print("points:")
    for name in config.points():
        print(f"  {name}")
