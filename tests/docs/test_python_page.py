# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The Python of docs/user runs as it is written, block after block; each short one's names exist. Blocks that are files
are run by commands of their pages."""

from __future__ import annotations

import ast

import pytest

from tests.docs.documents import Document, documents
from vambrace import api

PAGES = [d for d in documents() if any(block.language == "python" and not block.file for block in d.blocks)]


def code(document: Document) -> list[str]:
    return ["\n".join(block.text) for block in document.blocks if block.language == "python" and not block.file]


@pytest.mark.parametrize("document", PAGES, ids=lambda d: d.name)
def test_names_of_the_interface_exist(document):
    trees = [ast.parse(text) for text in code(document)]
    used = {
        node.attr
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "api"
    }
    assert used and used <= set(api.__all__)


@pytest.mark.long("minutes: it measures what the page says")
@pytest.mark.parametrize("document", PAGES, ids=lambda d: d.name)
def test_the_code_runs(document, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for text in code(document):
        exec(compile(text, document.name, "exec"), names)
    printed = capsys.readouterr().out
    assert "| aes-128-ccm | zkned |" in printed and "\\begin{tabular}" in printed
    assert (tmp_path / "cycles.html").stat().st_size > 1000
