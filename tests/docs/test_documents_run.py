# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The documents' commands that build and measure, run one after the other as a reader would, and what the documents
say that they print: cycles are exact."""

from dataclasses import dataclass, field

import pytest

from tests.docs import documents as docs
from tests.docs import scratch
from tests.docs.test_documents import is_quick
from vambrace.base.paths import root

pytestmark = pytest.mark.long("minutes for each document; test_documents.py always runs the quick commands")

PAPERS = root() / "docs" / "user" / "papers"


@dataclass
class Step:
    """A command, its block, and the lines and figures of tables that it must print."""

    command: docs.Command
    block: docs.Block | None = None
    lines: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)


def steps(document: docs.Document) -> list[Step]:
    """What is run of a document: the commands of blocks, those in the prose that are whole, and those of tables; the
    rest is tests/docs/test_documents.py's."""
    found: dict[str, Step] = {}
    for block in document.blocks:
        for command in block.commands:
            found.setdefault(command.text, Step(command, block))
    for command in document.inline:
        if not (command.is_usage or command.is_name):
            found.setdefault(command.text, Step(command))
    for command, lines in document.printed:
        found.setdefault(command.text, Step(command)).lines += lines
    for command, figures in document.figures:
        found.setdefault(command.text, Step(command)).figures += figures
    return [s for s in found.values() if document.reason(s.command) is None and not is_quick(s.command)]


RUN = [d for d in docs.documents() if d.path.parent != PAPERS and steps(d)]


def test_every_document_with_commands_is_run():
    assert len(RUN) >= 15


@pytest.mark.parametrize("document", RUN, ids=lambda d: d.name)
def test_a_document(document, tmp_path):
    folder = scratch.prepare(document, tmp_path / "scratch")
    wrong = []
    for step in steps(document):
        place = f"{document.name}:{step.command.line}"
        try:
            printed = scratch.check(step.command, step.block, folder)
        except AssertionError as error:
            wrong.append(f"{place}: {error}")
            continue
        if gone := [*scratch.missing(step.lines, printed), *scratch.unprinted(step.figures, printed)]:
            wrong.append("\n".join([f"{place}: not printed by {step.command.text}:", *gone]))
    assert not wrong, "\n\n".join(wrong)


#: The pages that a command writes whole. Of facv2022 a synthesis takes more than a quarter of an hour.
PAGES = [p for p in sorted(PAPERS.glob("*.md")) if p.stem != "facv2022"]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_a_page_of_a_paper(page, tmp_path):
    assert len(PAGES) == 4
    done = scratch.run(f"vambrace paper {page.stem} --markdown", tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == page.read_text()
