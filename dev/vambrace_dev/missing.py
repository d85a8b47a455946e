# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace-dev missing`: lists the missing steps of an addition to the project."""

from __future__ import annotations

import re
import sys

import click

from vambrace.base.errors import UsageError, choose
from vambrace.base.paths import root
from vambrace.config.additions import additions

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*")


@click.command()
@click.argument("addition", required=False)
@click.argument("name", required=False)
def missing(addition: str | None, name: str | None) -> None:
    """List the files that an addition still lacks, and what each needs.

    ADDITION is one of those that are listed without arguments, NAME the addition's own name. Exit status 1 if something
    is missing.

    \b
    vambrace-dev missing                           the additions
    vambrace-dev missing cipher-unit gimli         a new unit of the engine
    vambrace-dev missing kind faults               a kind of record
    """
    known = additions()
    if addition is None:
        for word, about in known.items():
            print(f"  {word:{max(map(len, known))}}  {about.title}: {about.guide}")
        return
    chosen = known[choose("addition", addition, known)]
    if name is None:
        raise UsageError(f"the name of {chosen.title} is missing: `vambrace-dev missing {addition} NAME`")
    if not _NAME.fullmatch(name):
        raise UsageError(f"'{name}' is not a name: use letters, digits and hyphens")
    left = chosen.missing(name, root())
    for file, what in left:
        print(f"  {file}: {what}")
    done = len(chosen.steps) - len(left)
    print(f"{name}, {chosen.title}: {done} of {len(chosen.steps)} steps are done; {chosen.guide} explains them")
    sys.exit(bool(left))
