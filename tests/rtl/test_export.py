# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace export`: bundles that other tools read, parameters that are rejected, and folders that are complete."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from dataclasses import asdict
from pathlib import Path

import pyslang
import pytest
from click.testing import CliRunner
from pyslang.driver import Driver

from tests.rtl import exported
from vambrace.base import output
from vambrace.base.errors import UsageError
from vambrace.base.output import WriteError
from vambrace.base.paths import root
from vambrace.cli.main import main
from vambrace.config import units
from vambrace.export import bundle, datasheet, elaborate, naming, subject, wrapper
from vambrace.hardware import rtl
from vambrace.silicon import fpga, parts, yosys

EVERY = pytest.mark.long("another block or coupling; one of each kind is always exported")
SHORT = (("zkned", ""), ("xasconp", ""), ("ascon", ""), ("engine-ascon", "axi4l"))


def names() -> list:
    """Every block, and an engine behind every coupling."""
    results = []
    for block, bus in (*((b, "") for b in parts.exported()), *(("engine-ascon", bus) for bus in subject.couplings())):
        marks = () if (block, bus) in SHORT else (EVERY,)
        results.append(pytest.param(block, bus, id=f"{block}-{bus}".strip("-"), marks=marks))
    return results


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    return exported.placed(tmp_path_factory.mktemp("export") / "engine", "engine-ascon", "axi4l")


@pytest.mark.parametrize(("block", "bus"), names())
def test_tools_read_it(block, bus, tmp_path):
    folder = exported.placed(tmp_path / "bundle", block, bus)
    top = subject.of_block(block, bus).top
    env = exported.environment(tmp_path)
    lint = ["verilator", "--lint-only", "-Wall", "-F", "lists/verilator.f", "--top-module", top]
    done = exported.run(folder, *lint, env=env)
    assert done.returncode == 0 and "%Warning" not in done.stdout, done.stdout
    plain = f"verilog/{top}.v"
    done = exported.run(folder, "verilator", "--lint-only", "-Wall", plain, env=env)
    assert (done.returncode, re.findall("^%.*", done.stdout, re.MULTILINE)) == (0, []), done.stdout
    assert slang(folder / plain, top) == []
    done = exported.run(folder, "iverilog", "-g2005", "-Wall", "-t", "null", "-s", top, plain)
    assert (done.returncode, done.stdout) == (0, "")
    yosys.run([f"read_verilog {folder / plain}", f"hierarchy -check -top {top}"], tmp_path)


def slang(path: Path, top: str) -> list[str]:
    """Return the output of slang for a source, with its warnings about widths and conversions."""
    driver = Driver()
    driver.addStandardArgs()
    assert driver.parseCommandLine(f"slang -Wextra -Wconversion --top {top} {path}")
    assert driver.processOptions() and driver.parseAllSources()
    engine = pyslang.DiagnosticEngine(driver.sourceManager)
    compilation = driver.createCompilation()
    return [engine.formatMessage(diagnostic) for diagnostic in compilation.getAllDiagnostics()]


def test_waivers_are_few_and_have_reasons(engine):
    waived = {}
    sources = [path for path in engine.rglob("*.sv") if not path.stem.endswith("_bind")]
    for path in (*sources, *engine.glob("verilog/*.v")):
        text = path.read_text()
        head = text[: text.index("\n\n", text.index("// verilator lint_save"))]
        waived |= {name: reason for reason, name in re.findall(r"^// (.*\.)\n// verilator lint_off (\w+)$", head, re.M)}
        assert head.count("lint_off") == len(re.findall(r"^// .*\.\n// verilator lint_off", head, re.M)), path
    assert waived == {**naming.SYSTEMVERILOG, **naming.VERILOG} and len(waived) <= 10
    assert not {"UNOPTFLAT", "WIDTHTRUNC"} & {*waived}


def test_yosys_reads_the_systemverilog(engine, tmp_path):
    script = [line for line in (engine / "lists" / "yosys.ys").read_text().splitlines() if line[:1] != "#"]
    shutil.copytree(engine / "rtl", tmp_path / "rtl")
    yosys.run([*script, "hierarchy -check"], tmp_path)


def test_all_file_lists_agree(engine):
    listed = {
        name: re.findall(r"\S*rtl/[\w/]+\.sv", (engine / name).read_text())
        for name in ("lists/verilator.f", "lists/yosys.ys", "lists/vivado.tcl", "lists/quartus.qip", "Bender.yml")
    }
    wanted = [path.relative_to(root()).as_posix() for path in subject.of_block("engine-ascon", "axi4l").files]
    for name, actual in listed.items():
        assert [path.lstrip('."/') for path in actual] == [*wanted, "rtl/vambrace_engine_ascon_axi4l.sv"], name
        assert all((engine / path.lstrip('."/')).is_file() for path in actual)


def test_sources_are_unchanged_copies(engine):
    results = {path.relative_to(engine).as_posix() for path in (engine / "rtl").rglob("vmb_*")}
    cores = subject.of_block("engine-ascon", "axi4l").core_files
    assert results == {p.relative_to(root()).as_posix() for core in cores for p in (core, *rtl.own_files(core))}
    for name in results:
        text, source = (engine / name).read_text(), (root() / name).read_text()
        if name.endswith(".core"):
            assert re.sub(r"(vambrace:rtl:\w+):0\.1\.0$", r"\1", text, flags=re.M) == re.sub(
                r"(vambrace:rtl:\w+):0\.1\.0$", r"\1", source, flags=re.M
            )
        else:
            lines = text.splitlines(keepends=True)
            begin = lines.index("// verilator lint_save\n")
            end = lines.index("\n", begin)
            assert lines[-3:] == ["\n", "// verilator lint_restore\n", "`endif\n"]
            assert "".join([*lines[: begin - 2], *lines[end + 1 : -3]]) == source


def test_every_adapter_of_registers_is_a_bus():
    """Couplings are found, not listed."""
    for path in (root() / "rtl" / "couple").glob("vmb_couple_*.sv"):
        if re.search(r"output +logic +reg_req_o", path.read_text()):
            assert path.stem.removeprefix("vmb_couple_") in subject.couplings()
    assert {"accel", "obi", "axi4l", "tlul"} <= set(subject.couplings())
    assert all(subject.title_of(coupling).startswith("The engine ") for coupling in subject.couplings().values())


@pytest.mark.parametrize(
    ("block", "bus", "settings", "message"),
    [
        ("engine", "", ["AesKeyBits=100"], "AesKeyBits must be 128, 192 or 256"),
        ("engine", "", ["Slots=4"], "Slots must be 0 to 3"),
        ("engine-ascon", "", ["Ascon=0"], "Ascon, Chacha and Aes are 0"),
        ("engine-ascon", "", ["AsconRoundsPerCycle=3"], "AsconRoundsPerCycle must be 1, 2 or 4"),
        ("engine-ascon", "obi", ["MinPrivilege=2"], "MinPrivilege must be 0, 1 or 3"),
        ("engine-ascon", "tlul", ["SourceBits=0"], "SourceBits must be 1 or more"),
        ("ascon", "", ["RoundsPerCycle=8"], "RoundsPerCycle must be 1, 2 or 4"),
        ("aes-128-encrypt", "", ["Decrypt=1"], "KeyHeld is for encryption with keys on the fly"),
    ],
)
def test_illegal_parameters_are_named(block, bus, settings, message, tmp_path):
    arguments = ["export", block, "-o", str(tmp_path / "new"), *(["--bus", bus] if bus else [])]
    done = CliRunner().invoke(main, [*arguments, *(f"--set={item}" for item in settings)])
    assert isinstance(done.exception, UsageError) and message in str(done.exception)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("block", "bus", "settings", "message"),
    [
        ("enigne", "", [], "did you mean 'engine'?"),
        ("nonsense", "", [], "unknown block 'nonsense'; `vambrace export --list` lists all: zkned, xascon, "),
        ("engine", "ax4l", [], "did you mean 'axi4l'?"),
        ("zkned", "obi", [], "has no registers for a bus"),
        ("engine", "", ["Slot=1"], "did you mean 'Slots'?"),
        ("engine", "", ["SourceBits=1"], "unknown parameter 'SourceBits'"),
        ("engine", "", ["Ascon=2"], "Ascon is at most 1, not 2"),
        ("engine", "accel", ["Opcode=128"], "Opcode is at most 127, not 128"),
        ("engine", "", ["Slots=1", "Slots=2"], "Slots is set twice"),
        ("engine", "", ["Slots"], "write for example Slots=0"),
        ("engine", "", ["Slots=-1"], "write for example Slots=0"),
    ],
)
def test_wrong_arguments_are_rejected(block, bus, settings, message):
    with pytest.raises(UsageError, match=re.escape(message)):
        subject.of_block(block, bus, settings)


def test_parameters_reach_the_module_that_has_them():
    chosen = subject.of_block("engine", "tlul", ["SourceBits=0x4", "Slots=0"])
    assert dict(chosen.coupling.parameters) == {"SourceBits": 4} and dict(chosen.module.parameters) == {"Slots": 0}
    top = wrapper.top(chosen)
    assert {p.name: p.width for p in top.ports}["a_source_i"] == 4
    assert ".SourceBits(4)" in top.text and ".Slots(0)" in top.text


def test_a_typed_port_is_cast():
    assert ".kind_i(vmb_unit_pkg::kind_e'(kind_i))" in wrapper.top(subject.of_block("ascon")).text


MADE = {"a.txt": "a\n", "b/c.bin": b"\x00"}


def bundled(**more: str) -> dict[str, str | bytes]:
    chosen = subject.of_block("zkned")
    return {**MADE, **more, bundle.RECORD: bundle.record(chosen, {**MADE, **more})}


def test_a_bundle_replaces_a_bundle(tmp_path):
    folder = tmp_path / "new" / "bundle"
    bundle.write(folder, bundled(old="x"))
    with pytest.raises(UsageError, match="contains a bundle; --force replaces it"):
        bundle.write(folder, bundled())
    assert (folder / "old").is_file()
    bundle.write(folder, bundled(), force=True)
    assert sorted(p.name for p in folder.iterdir()) == ["a.txt", "b", bundle.RECORD]
    assert (folder / "b" / "c.bin").read_bytes() == b"\x00" and len(list(folder.parent.iterdir())) == 1


def test_changed_files_are_not_overwritten(tmp_path):
    folder = tmp_path / "bundle"
    bundle.write(folder, bundled())
    (folder / "a.txt").write_text("mine")
    (folder / "more.txt").write_text("mine")
    with pytest.raises(UsageError, match=r"a\.txt, more\.txt changed since it was exported; --force"):
        bundle.write(folder, bundled())
    assert (folder / "a.txt").read_text() == "mine"
    bundle.write(folder, bundled(), force=True)
    assert (folder / "a.txt").read_text() == "a\n" and not (folder / "more.txt").exists()


@pytest.mark.parametrize("force", [False, True])
def test_a_folder_with_other_files_is_not_changed(tmp_path, force):
    (tmp_path / "thesis.tex").write_text("all of it")
    with pytest.raises(UsageError, match="files that do not belong to a bundle"):
        bundle.write(tmp_path, bundled(), force)
    assert [p.name for p in tmp_path.iterdir()] == ["thesis.tex"]


def test_an_empty_folder_is_used(tmp_path):
    bundle.write(tmp_path, bundled())
    assert (tmp_path / "a.txt").is_file()


ENDINGS = [(OSError(28, "No space left on device"), WriteError), (KeyboardInterrupt(), KeyboardInterrupt)]


@pytest.mark.parametrize(("ending", "raised"), ENDINGS)
@pytest.mark.parametrize(
    ("there", "step", "at"),
    [
        (False, "write_bytes", 2),
        (False, "rename", 1),
        (True, "write_bytes", 2),
        (True, "rename", 1),
        (True, "rename", 2),
    ],
)
def test_a_bundle_is_never_half_written(tmp_path, monkeypatch, ending, raised, there, step, at):
    """No partial folder is left, whatever ends the export at any step: a full disk, Ctrl-C."""
    folder = tmp_path / "new" / "bundle"
    if there:
        bundle.write(folder, bundled(old="x"))
    before = sorted(p.relative_to(tmp_path) for p in tmp_path.rglob("*"))
    does, calls = getattr(output.Path, step), []

    def ends(path, *more):
        calls.append(path)
        if len(calls) == at:
            raise ending
        return does(path, *more)

    monkeypatch.setattr(output.Path, step, ends)
    with pytest.raises(raised):
        bundle.write(folder, bundled(), force=True)
    assert sorted(p.relative_to(tmp_path) for p in tmp_path.rglob("*")) == before


def test_a_folder_is_rejected_before_any_work(tmp_path, monkeypatch):
    (tmp_path / "thesis.tex").write_text("all of it")
    monkeypatch.setattr(elaborate, "ports", None)
    done = CliRunner().invoke(main, ["export", "zkned", "-o", str(tmp_path)])
    assert isinstance(done.exception, UsageError) and "do not belong to a bundle" in str(done.exception)


def test_a_bundle_contains_the_license(engine):
    assert "Apache License" in (engine / "LICENSE").read_text()


def test_the_list_has_every_parameter():
    text = CliRunner().invoke(main, ["export", "engine", "--bus", "tlul", "--list"]).output
    assert "vmb_couple_tlul:" in text and "SourceBits" in text
    assert re.search(r"^  HoldWords +321 +0 to 65535 +words of the unverified plaintext buffer", text, re.MULTILINE)
    assert "has no parameters" in CliRunner().invoke(main, ["export", "zkned", "--list"]).output


def exported_modules() -> dict[str, subject.Module]:
    every = [subject.of_block(name).module for name in parts.exported()]
    every.append(subject.of("ibex-ref/xasconp").module)
    return {module.name: module for module in (*every, *subject.couplings().values())}


def test_every_parameter_is_explained():
    """And no others; a value that the RTL rejects is rejected with the text of the table."""
    table = tomllib.loads((root() / "configs" / "parameters.toml").read_text())
    table["vmb_engine"] |= dict.fromkeys(units.parameters())
    table["vmb_engine_ring"] = {name: 1 for name in table["vmb_engine"] if name not in ("Dma", "Bursts")}
    modules = exported_modules()
    assert {name: {*module.known} for name, module in modules.items() if module.known} == {
        name: {*listed} for name, listed in table.items()
    }
    for name, module in modules.items():
        texts = "".join(path.read_text() for path in rtl.core_files(root() / module.source, checks=False))
        for parameter, (values, _) in module.explained.items():
            refused = {
                actual.split(":")[0] for actual in re.findall(rf'\$error\("{parameter} must be ([^"]*)"\)', texts)
            }
            assert values in refused or not refused, (name, parameter, refused)
            assert (module.widths.get(parameter) == 1) == (values == "0 or 1"), (name, parameter)


def test_the_datasheet_contains_the_recorded_resources(monkeypatch):
    created = fpga.Resources({n: n for n in range(1, 7)}, 2, 3, 4, 5, 1600, 7, 8)
    part = {"module": "vmb_engine", "xc7": json.loads(json.dumps(asdict(created))), "ecp5": None}
    record = {"configuration": {"modules": False}, "tools": {"pyosys": "0.70"}, "parts": {"engine": part}}
    monkeypatch.setattr(datasheet.planner, "stored", lambda kind: [record] if kind == "fpga" else [])
    text = datasheet.text(subject.of_block("engine", "", []), wrapper.Top((), ""))
    assert f"| `vmb_engine` | {created.lut} | 1,600 | 7 |" in text and created.lut == 23


def test_the_datasheet_names_what_was_measured(monkeypatch):
    record = {
        "configuration": {"liberty": "osu018_stdcells", "modules": False},
        "tools": {"pyosys": "0.70"},
        "parts": {"engine": {"module": "vmb_engine (Slots=0, Early=0)", "kge": 12.345, "instances": 4321}},
    }
    monkeypatch.setattr(datasheet.planner, "stored", lambda kind: [record] if kind == "area" else [])
    chosen = subject.of_block("engine", "obi", ["Early=0", "Slots=0"])
    text = datasheet.text(chosen, wrapper.Top((), ""))
    assert "| `vmb_engine (Slots=0, Early=0)` | 12.35 | 4,321 |" in text or "| 12.34 | 4,321 |" in text
    assert "`vmb_couple_obi`: `vambrace area couple-obi` makes it" in text
    assert "`vmb_engine`: for these parameters, add an entry to configs/blocks.toml" in text
    assert "| `vmb_engine` | `Slots` | 0 |" in text and "| chacha20-poly1305 | 64 | 42 |" in text
    other = datasheet.text(subject.of_block("engine", "", ["Slots=1", "Chacha=0"]), wrapper.Top((), ""))
    assert "| 12.3" not in other and "| chacha" not in other
