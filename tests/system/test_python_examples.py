# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The examples in Python: a script that redoes a paper's table, and a notebook, whose cells run in their order."""

from __future__ import annotations

import json
import runpy
import sys

import pytest

from vambrace.base.paths import root

FOLDER = root() / "examples" / "python"


@pytest.mark.parametrize("option", [(), ("--latex",)], ids=["markdown", "latex"])
def test_the_script_prints_the_table_of_the_paper(option, monkeypatch, capsys):
    script = FOLDER / "lascas2024.py"
    monkeypatch.setattr(sys, "argv", [str(script), *option])
    runpy.run_path(str(script), run_name="__main__")
    text = capsys.readouterr().out
    assert text.count("aes-128-ccm") == 4 and text.count("zbkb+xascon") == 2
    assert ("\\toprule" in text) == bool(option)


def test_the_cells_of_the_notebook_run(capsys):
    notebook = json.loads((FOLDER / "choose.ipynb").read_text())
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    names: dict[str, object] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None
            exec(compile("".join(cell["source"]), "choose.ipynb", "exec"), names)
    text = capsys.readouterr().out
    assert "\\begin{tabular}" in text and "@software{vambrace," in text
