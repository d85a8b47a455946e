# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The documents' commands that build and measure, run one after the other as a reader would, and what the documents
say that they print: cycles are exact. `python -m tests.docs.refresh` writes what is printed into the documents."""

import pytest

from tests.docs import documents as docs
from tests.docs import rewrite, scratch, theirs
from tests.docs.steps import Step, is_page, is_quick, page_command, steps

pytestmark = pytest.mark.long("minutes for each document; test_documents.py always runs the quick commands")


def long_steps(document: docs.Document) -> list[Step]:
    return [s for s in steps(document) if not is_quick(s.command)]


RUN = [d for d in docs.documents() if not is_page(d) and long_steps(d)]


def test_every_document_with_commands_is_run():
    assert len(RUN) >= 15


@pytest.mark.parametrize("document", RUN, ids=lambda d: d.name)
def test_a_document(document, tmp_path):
    folder = scratch.prepare(document, tmp_path / "scratch")
    wrong = []
    for step in long_steps(document):
        place = f"{document.name}:{step.command.line}"
        scratch.write(step.files, folder)
        try:
            printed = scratch.check(step.command, step.block, folder)
        except AssertionError as error:
            wrong.append(f"{place}: {error}")
            continue
        if gone := rewrite.change(step, printed).stale:
            wrong.append("\n".join([f"{place}: not printed by {step.command.text}:", *gone]))
    assert not wrong, "\n\n".join(wrong)


#: The pages that a command writes whole. Of facv2022 a synthesis takes more than a quarter of an hour.
PAGES = [d for d in docs.documents() if is_page(d) and d.path.stem != "facv2022"]


@pytest.mark.parametrize("page", PAGES, ids=lambda d: d.path.stem)
def test_a_page_of_a_paper(page, tmp_path):
    assert len(PAGES) == 4
    done = scratch.run(page_command(page), tmp_path)
    assert done.returncode == 0, done.stderr
    expected = page.path.read_text()
    if theirs.missing(done.stdout, expected) or theirs.missing(expected, done.stdout):
        assert theirs.without(done.stdout) == theirs.without(expected)
    else:
        assert done.stdout == expected
