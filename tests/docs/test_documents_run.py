# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The documents' commands that build and measure, run one after the other as a reader would, and what the documents
say that they print: cycles are exact."""

import pytest

from tests.docs import documents as docs
from tests.docs import scratch
from tests.docs.test_documents import is_quick
from vambrace.paths import root

pytestmark = [pytest.mark.rtl, pytest.mark.long("measures")]

PAPERS = root() / "docs" / "user" / "papers"


def steps(document: docs.Document) -> list[tuple[docs.Command, docs.Block | None, list[str]]]:
    """What is run of a document: the commands of blocks with their block, those in the prose that are whole, and
    those of tables with the lines that they must print; the rest is tests/docs/test_documents.py's."""
    found: dict[str, tuple[docs.Command, docs.Block | None, list[str]]] = {}
    for block in document.blocks:
        for command in block.commands:
            found.setdefault(command.text, (command, block, []))
    for command in document.inline:
        if not (command.is_usage or command.is_name):
            found.setdefault(command.text, (command, None, []))
    for command, lines in document.printed:
        known = found.setdefault(command.text, (command, None, []))
        known[2].extend(lines)
    return [s for s in found.values() if document.reason(s[0]) is None and not is_quick(s[0])]


RUN = [d for d in docs.documents() if d.path.parent != PAPERS and steps(d)]


def test_every_document_with_commands_is_run():
    assert len(RUN) >= 15


@pytest.mark.parametrize("document", RUN, ids=lambda d: d.name)
def test_a_document(document, tmp_path):
    folder = scratch.prepare(document, tmp_path / "scratch")
    wrong = []
    for command, block, lines in steps(document):
        try:
            printed = scratch.check(command, block, folder)
        except AssertionError as error:
            wrong.append(f"{document.name}:{command.line}: {error}")
            continue
        if gone := scratch.missing(lines, printed):
            shown = "\n".join(gone)
            wrong.append(f"{document.name}:{command.line}: not printed by {command.text}:\n{shown}")
    assert not wrong, "\n\n".join(wrong)


#: The pages that a command writes whole. Of facv2022 a synthesis takes more than a quarter of an hour.
PAGES = [p for p in sorted(PAPERS.glob("*.md")) if p.stem != "facv2022"]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_a_page_of_a_paper(page, tmp_path):
    assert len(PAGES) == 4
    done = scratch.run(f"vambrace paper {page.stem} --markdown", tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == page.read_text()
