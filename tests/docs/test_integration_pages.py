# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The pages on taking bundles into a design: their modules compile with what they export, and their commands run one
after the other in a folder outside the project."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from tests.host import package_tools
from tests.rtl import exported
from vambrace.base.paths import cache_dir, root
from vambrace.export import patches, subject, wrapper

USER = root() / "docs" / "user"
ENGINE, IBEX = USER / "engine-in-your-soc.md", USER / "instructions-in-your-ibex.md"
FOLLOWED = pytest.mark.long("downloads packages, and simulates an engine with everything")


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


def test_the_module_with_the_engine_compiles(tmp_path):
    (text,) = blocks(ENGINE, "systemverilog")
    chosen = subject.of_block("engine", "apb")
    (tmp_path / f"{chosen.top}.sv").write_text(wrapper.top(chosen).text)
    (tmp_path / "my_crypto.sv").write_text(text)
    lint = ["verilator", "--lint-only", "-Wall", "-Wno-UNUSEDPARAM", "--top-module", "my_crypto"]
    files = [*map(str, chosen.files), f"{chosen.top}.sv", "my_crypto.sv"]
    done = exported.run(tmp_path, *lint, *files, env=exported.environment(tmp_path))
    assert done.returncode == 0 and "%Warning" not in done.stdout, done.stdout


def test_the_instance_of_ibex_agrees_with_the_patch():
    """Return the parts that tests/rtl/test_export_points.py compiles and runs."""
    (text,) = blocks(IBEX, "systemverilog")
    assert text in patches.edited(subject.of("ibex-ref/zkned"))["0002-function-units.patch"]["ibex_top.sv"]


def followed(page: Path, folder: Path) -> dict[str, str]:
    """Return the output of each command of a page, in an empty folder; installation is omitted."""
    where = package_tools.folder("fusesoc")
    env = exported.environment(folder.parent)
    programs = folder.parent / "bin"
    for name, start in (("fusesoc", "from fusesoc.main import main; sys.argv[0] = 'fusesoc'; sys.exit(main())"),):
        (programs / name).write_text(f'#!/bin/sh\nPYTHONPATH="{where}" exec python -c "import sys; {start}" "$@"\n')
        (programs / name).chmod(0o755)
    env |= {"PYTHONPATH": str(root() / "src"), "VAMBRACE_CACHE": str(cache_dir()), "HOME": str(folder.parent)}
    printed = {}
    for command in "".join(blocks(page, "sh")).splitlines():
        if command.startswith(("vambrace doctor", "pip install")):
            continue
        done = exported.run(folder, "bash", "-c", command, env={**os.environ, **env})
        assert done.returncode == 0, f"{command}\n{done.stdout}"
        printed[command] = done.stdout
    return printed


@FOLLOWED
def test_the_engine_page_step_by_step(tmp_path):
    project = tmp_path / "project"
    project.mkdir()
    (project / "my_crypto.sv").write_text(blocks(ENGINE, "systemverilog")[0])
    (project / "my_crypto.core").write_text(blocks(ENGINE, "yaml")[0])
    printed = followed(ENGINE, project)
    assert sum("PASS: " in text for text in printed.values()) == 2 and len(printed) == 5
    assert not any("%Warning" in text for text in printed.values())


@FOLLOWED
def test_the_page_of_ibex_step_by_step(tmp_path):
    project = tmp_path / "project"
    shutil.copytree(patches.UPSTREAMS["ibex"].sources / "rtl", project / "ibex" / "rtl")
    printed = followed(IBEX, project)
    assert sum("PASS: " in text for text in printed.values()) == 1 and len(printed) == 5
    assert "vambrace_ibex_ref_zkned u_function_units" in (project / "ibex" / "rtl" / "ibex_top.sv").read_text()
