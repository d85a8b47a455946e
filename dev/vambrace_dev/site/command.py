# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace-dev site`: builds the documentation's site."""

from __future__ import annotations

from pathlib import Path

import click

from vambrace.base import extras
from vambrace.base.errors import UsageError
from vambrace.cli.options import FOLDER


@click.command()
@click.option(
    "-o",
    "output",
    required=True,
    metavar="DIR",
    type=FOLDER,
    help="Folder of the site.",
)
@click.option(
    "--report",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Put this report of `vambrace report` into the site.",
)
def site(output: Path, report: Path | None) -> None:
    """Build the site: all documents, and the reference that is generated from the sources.

    It needs no network, and DIR/index.html opens without a server. Broken links and all warnings are errors. An
    existing DIR is replaced if it is empty or has a site.

    \b
    vambrace-dev site -o build/site
    vambrace-dev site -o build/site --report report.html
    """
    from vambrace_dev.site import build

    extras.need("site")
    if output.exists() and any(output.iterdir()) and not (output / build.MARK).is_file():
        raise UsageError(f"{output} is neither empty nor a site: remove it, or name another folder")
    build.build(output, report)
    click.echo(f"{output / 'index.html'}")
