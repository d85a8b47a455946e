# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Updates the figures of the documents: `python -m tests.docs.refresh --help`."""

from __future__ import annotations

import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import click

from tests.docs import documents as docs
from tests.docs import rewrite, scratch, steps, theirs
from vambrace.base import children
from vambrace.base.output import Output
from vambrace.base.paths import root

#: The pages that are only written on request: a synthesis of Rocket takes more than a quarter of an hour.
SLOW = ("facv2022",)


@dataclass(frozen=True)
class Choice:
    """Return the commands to run: with `every` also those without figures in the document; those with the text
    `only`.
    """

    every: bool = False
    only: str = ""

    def of(self, document: docs.Document) -> list[str]:
        if steps.is_page(document):
            commands = [steps.page_command(document)]
        else:
            commands = [s.command.text for s in steps.steps(document) if s.is_stated or self.every]
        return [text for text in commands if self.only in text]


def select(files: tuple[Path, ...]) -> list[docs.Document]:
    """Return the documents of these files; by default, all except the slow pages."""
    if not files:
        return [d for d in docs.documents() if d.path.stem not in SLOW]
    known = {d.path.resolve(): d for d in docs.documents()}
    if strange := [str(f) for f in files if f.resolve() not in known]:
        raise click.UsageError(f"neither README.md nor in docs/user: {', '.join(strange)}")
    return [known[f.resolve()] for f in files]


def refresh(document: docs.Document, todo: list[str]) -> int:
    """Run these commands of a document, and rewrite it after each. Return how many failed, and how many figures a
    person has to place."""
    if steps.is_page(document):
        return _page(document)
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="vambrace-documents-") as created:
        folder = scratch.prepare(document, Path(created) / "scratch")
        for i, text in enumerate(todo, 1):
            _say(f"{document.name} {i}/{len(todo)}: {text}")
            step = next(s for s in steps.steps(docs.read(document.path)) if s.command.text == text)
            wrong += _run(document, step, folder)
        _pictures(folder)
    return wrong


def _run(document: docs.Document, step: steps.Step, folder: Path) -> int:
    since = time.monotonic()
    scratch.write(step.files, folder)
    try:
        printed = scratch.output(step.command, folder, follow=True)
    except AssertionError as error:
        _say(f"  failed: {error}")
        return 1
    change = rewrite.change(step, printed)
    old = document.path.read_text()
    new = change.of(old)
    _write(document.path, old, new)
    _say(f"  {time.monotonic() - since:.0f} s, {'changed' if new != old else 'unchanged'}")
    for edit in change.edits:
        for line in edit.differences():
            click.echo(f"{document.name}:{line}")
    for what in change.unplaced:
        click.echo(f"{document.name}:{step.command.line}: to be done by hand: {what}")
    _mentions(change.gone(printed))
    return len(change.unplaced)


def _page(document: docs.Document) -> int:
    command = docs.Command(steps.page_command(document), 1)
    _say(f"{document.name}: {command.text}")
    since = time.monotonic()
    try:
        printed = scratch.output(command, root(), follow=True)
    except AssertionError as error:
        _say(f"  failed: {error}")
        return 1
    old = document.path.read_text()
    if theirs.missing(printed, old):
        _say(f"  failed: run the programs of the paper first: vambrace paper {document.path.stem} --programs DIR")
        return 1
    _write(document.path, old, printed)
    _say(f"  {time.monotonic() - since:.0f} s, {'changed' if printed != old else 'unchanged'}")
    if printed != old:
        for line in rewrite.Edit(1, old.split("\n"), printed.split("\n")).differences():
            click.echo(f"{document.name}:{line}")
    return 0


def _pictures(folder: Path) -> None:
    """Copy files that the commands wrote to docs/user, if the documents have files with these names."""
    for created in sorted(p for p in (folder / "docs").rglob("*") if p.is_file()):
        stored = root() / created.relative_to(folder)
        if stored.is_file() and stored.read_bytes() != created.read_bytes():
            Output(stored).write(created.read_bytes())
            click.echo(f"{stored.relative_to(root())}: rewritten; look at it")


def _write(path: Path, old: str, new: str) -> None:
    if new != old:
        Output(path).write(new)


def _mentions(figures: set[str]) -> None:
    """List the lines of all documents that have these figures."""
    for path in [*root().glob("README.md"), *sorted((root() / "docs").rglob("*.md"))]:
        for number, line in rewrite.mentions(path.read_text(), figures) if path.parent != steps.PAPERS else ():
            click.echo(f"{path.relative_to(root())}:{number}: to be checked by hand: {line}")


def _say(text: str) -> None:
    click.echo(text, err=True)


@click.command()
@click.argument("files", nargs=-1, metavar="[FILE]...", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--only", default="", metavar="TEXT", help="Run only the commands that contain this text.")
@click.option("--all", "every", is_flag=True, help="Also run the commands of which the document states nothing.")
@click.option("--list", "lists", is_flag=True, help="List the commands that would run, and run nothing.")
def main(files: tuple[Path, ...], only: str, every: bool, lists: bool) -> None:
    """Run the commands of README.md and docs/user as the tests do, and write what they print into the documents.

    FILE is README.md or a file of docs/user; without one: all of them but the page of facv2022, whose synthesis of
    Rocket takes more than a quarter of an hour. The others together take hours with nothing built.

    Output of blocks, tables "printed by" and columns "figures of" are rewritten; standard output has each figure that
    changed, old and new, and the lines elsewhere in the documents that still have the old one: read the sentences
    that interpret it. A document is written whole, after each of its commands, so Ctrl-C loses at most the command
    that runs, and what that has measured is kept in the cache. The exit code is 1 where a command failed, or a figure
    has no place in what was printed.

    \b
    python -m tests.docs.refresh
    python -m tests.docs.refresh README.md docs/user/memory.md
    python -m tests.docs.refresh docs/user/timing.md --only 'timing zkned'
    """
    choice, wrong = Choice(every, only), 0
    for document in select(files):
        todo = choice.of(document)
        if lists and todo:
            click.echo("\n  ".join([document.name, *todo]))
        elif todo:
            wrong += refresh(document, todo)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    children.end_on_signals()
    main()
