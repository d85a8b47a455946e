# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace-dev site`: builds the documentation's site."""

from __future__ import annotations

from pathlib import Path

import click

from vambrace.base import extras
from vambrace.base.errors import UsageError


@click.command()
@click.option(
    "-o",
    "output",
    required=True,
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the site.",
)
def site(output: Path) -> None:
    """Build the site: all documents, and the reference that is generated from the sources.

    It needs no network, and DIR/index.html opens without a server. Broken links and all warnings are errors. An
    existing DIR is replaced if it is empty or has a site.

    \b
    vambrace-dev site -o build/site
    """
    from vambrace_dev.site import build

    extras.need("site")
    if output.exists() and any(output.iterdir()) and not (output / build.MARK).is_file():
        raise UsageError(f"{output} is neither empty nor a site: remove it, or name another folder")
    build.build(output)
    click.echo(f"{output / 'index.html'}")
