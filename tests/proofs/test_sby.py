# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Proofs that are written for SymbiYosys: their scripts, run by Yosys alone in a new folder, give assertions that hold,
and that fail on a defect."""

import re
import subprocess

import pytest

from vambrace.base import tools
from vambrace.base.errors import VambraceError
from vambrace.silicon import yosys
from vambrace_dev.proofs import command, plan, sby

#: The commands that SymbiYosys adds to a script for `abc pdr`.
AFTER = [
    "async2sync",
    "opt_clean",
    "formalff -setundef -clk2ff -ff2anyinit -hierarchy",
    "chformal -live -fair -cover -remove",
    "setundef -undriven -anyseq",
    "chformal -lower",
    "formalff -assume",
    "delete -output",
    "opt -full",
    "techmap",
    "opt -fast",
    "memory_map -formal",
    "formalff -clk2ff -ff2anyinit",
    "simplemap",
    "dffunmap",
    "aigmap",
    "opt_clean",
    "write_aiger -I -B -zinit -no-startoffset design.aig",
]

#: Proofs that PDR decides in seconds without reducing the circuit first.
QUICK = ("obi", "wb", "apb", "rocc")


def params(chosen):
    """The first one is in the short run."""
    marks = [pytest.mark.long("seconds to a minute each, most of them of Yosys")]
    return [pytest.param(p, marks=[] if p.name == QUICK[0] else marks) for p in chosen]


def sections(text: str) -> dict[str, list[str]]:
    results = {}
    for name, body in re.findall(r"^\[(\w+)\]\n(.*?)(?=^\[|\Z)", text, re.MULTILINE | re.DOTALL):
        results[name] = body.strip().splitlines()
    return results


def converted(folder, files, name):
    """Return Yosys's result for these files only."""
    for file, text in files.items():
        (folder / file).write_text(text)
    read = sections((folder / f"{name}.sby").read_text())
    assert {*read["files"]} == {*files} - {f"{name}.sby"}
    text = "".join(files.values())
    count = sum(text.count(kind) for kind in (": assert (bad_", ": cover (reach_"))
    yosys.run([*read["script"], f"select -assert-count {count} t:$check", *AFTER], folder)


def pdr(folder) -> str:
    """Return PDR's result for all assertions."""
    abc = str(tools.package_folder("pyosys") / "yosys-abc")
    script = "read_aiger design.aig; fold; strash; print_stats; pdr; print_status"
    return subprocess.run([abc, "-c", script], cwd=folder, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("proof", params([p for p in plan.proofs().values() if sby.plain(p)]), ids=lambda p: p.name)
def test_the_script_gives_an_assertion_for_each_property(proof, tmp_path):
    files = sby.files(proof)
    converted(tmp_path, files, proof.name)
    _, _, _, _, outputs, _, bad, *_ = (tmp_path / "design.aig").open("rb").readline().split()
    assert int(outputs) == 0 < int(bad)
    text = "".join(files.values())
    for name in proof.properties:
        kind = f": assert ({name} == '0)" if name.startswith("bad_") else f": cover ({name}"
        assert text.count(kind) >= 1, name


@pytest.mark.parametrize("proof", params([plan.proofs()[name] for name in QUICK]), ids=lambda p: p.name)
def test_the_assertions_hold(proof, tmp_path):
    converted(tmp_path, sby.files(proof), proof.name)
    out = pdr(tmp_path)
    assert "Property proved" in out and "Status = 1" in out, out


@pytest.mark.parametrize(("name", "number"), [("obi", 0), ("zbkb", 0)])
def test_an_assertion_fails_on_a_defect(name, number, tmp_path):
    proof = plan.proofs()[name]
    converted(tmp_path, sby.files(proof, proof.defects[number]), name)
    out = pdr(tmp_path)
    assert "was asserted" in out and "Status = 0" in out, out


def test_properties_that_need_more_than_pdr_are_not_written(tmp_path):
    """Two runs, whole cores, inductions and polynomials."""
    for name in ("time-couple", "ibex-ref-load", "tl-obi-answers", "zbkc-product"):
        with pytest.raises(VambraceError, match=f"^{name} is more than Yosys and PDR decide"):
            command.write([name], tmp_path)
    assert not list(tmp_path.iterdir())


def test_the_command_lists_the_written_files(tmp_path, capsys):
    command.write(["obi"], tmp_path / "out")
    assert capsys.readouterr().out.startswith("1 of 1 proofs written to ")
    text = (tmp_path / "out" / "obi" / "obi.sby").read_text()
    read = sections(text)
    assert read["engines"] == ["prove: abc pdr", "cover: smtbmc"] and read["tasks"] == ["prove", "cover"]
    assert all((tmp_path / "out" / "obi" / file).is_file() for file in read["files"])
    assert all(f"# {name}: {says}" in text for name, says in plan.proofs()["obi"].properties.items())
