# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The object of the test bench, which all models share: its key, and that no model could need another one."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace

import pytest

from vambrace import config
from vambrace.base import tools
from vambrace.base.paths import root
from vambrace.config import macros
from vambrace.hardware import model

_BENCH = root() / "soc" / "sim"


@pytest.fixture
def copied(tmp_path, monkeypatch):
    """A copy of the test bench, from which the key is computed."""
    shutil.copytree(_BENCH, tmp_path / "soc" / "sim")
    monkeypatch.setattr(model, "root", lambda: tmp_path)
    return tmp_path / "soc" / "sim"


def test_every_source_and_header_counts(copied, monkeypatch):
    first = model.bench_key()
    results = [first]
    for path in sorted(path for path in copied.rglob("*") if path.suffix in (".cpp", ".h")):
        text = path.read_text()
        path.write_text(f"{text}\nint changed;\n")
        results.append(model.bench_key())
        path.write_text(text)
    (copied / "new.cpp").write_text("")
    results.append(model.bench_key())
    (copied / "new.cpp").unlink()
    assert model.bench_key() == first and len(set(results)) == len(results) > 30
    version = tools.version
    with monkeypatch.context() as patch:
        patch.setattr(tools, "version", lambda name: "another" if name == "g++" else version(name))
        assert model.bench_key() != first
    monkeypatch.setattr(model, "_BENCH_FLAGS", ["-std=gnu++17", "-O0"])
    assert model.bench_key() != first


def test_only_the_main_source_depends_on_the_model():
    """The others are compiled without the model's macros and without what Verilator generates."""
    ibex = config.cores()["ibex-ref"]
    known = [*config.cores().values(), replace(ibex, caches=True, xlen=64)]
    names = {flag[2:].partition("=")[0] for core in known for flag in macros.test_bench(core)}
    needed = re.compile(rf"\b(?:{'|'.join(sorted(names))}|VM_\w+|Vcore\w*|verilated\w*)\b")
    comments = re.compile(r"//[^\n]*")
    users = [path for path in _BENCH.rglob("*.[ch]*") if needed.search(comments.sub("", path.read_text()))]
    assert len(names) == 4 and users == [_BENCH / "main.cpp"]


def test_a_changed_source_reaches_the_object(copied, tmp_path, monkeypatch):
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
    for path in copied.rglob("*.cpp"):
        if path.name not in ("main.cpp", "memory.cpp"):
            path.unlink()
    first = model.bench_object()
    assert model.bench_object() == first
    with (copied / "memory.cpp").open("a") as file:
        file.write('extern "C" int vmb_added_by_a_test() { return 1; }\n')
    assert b"vmb_added_by_a_test" in model.bench_object().read_bytes() and model.bench_object() != first
    assert b"vmb_added_by_a_test" not in first.read_bytes()
