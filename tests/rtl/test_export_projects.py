# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Bundles in an external project, whose own module instantiates them: FuseSoC and Bender find the sources, and tools
accept them.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import yaml

from tests.host import package_tools
from tests.rtl import exported
from vambrace.export import manifests, subject, wrapper
from vambrace.silicon import parts

OWN_TOOL = pytest.mark.long("downloads packages")

#: One bundle of each kind: its block and its bus.
KINDS = (
    ("zkned", ""),
    ("aes-128-encrypt", ""),
    ("ascon", ""),
    ("couple-ahb", ""),
    ("engine-ascon", ""),
    ("engine-ascon", "axi4l"),
)


@pytest.fixture(params=KINDS, ids=lambda kind: "-".join(kind).strip("-"))
def bundle(request, tmp_path):
    """Exported bundles in the folders vendor/NAME of a project."""
    chosen = subject.of_block(*request.param)
    return chosen, exported.placed(tmp_path / "project" / "vendor" / chosen.name, *request.param)


def own_module(chosen, folder: Path) -> Path:
    """The project's own module: the instantiation of the bundle's README, with its wires as ports."""
    ports = wrapper.top(chosen).ports
    text = (folder / "README.md").read_text().split("## Instantiation\n", 1)[1]
    code = [line for line in text.splitlines() if line.startswith("    ")]
    instance = code[next(i for i, line in enumerate(code) if line.strip().startswith("vambrace_")) :]
    listed = ",\n".join(f"    {p.way} wire {wrapper.declared(p)}{p.name}" for p in ports)
    path = folder.parents[1] / "mine.sv"
    path.write_text(f"module mine (\n{listed}\n);\n" + "\n".join(instance) + "\nendmodule\n")
    return path


def fusesoc(project: Path, *arguments: str, **variables: str):
    """Run FuseSoC with the project as the only library."""
    env = exported.environment(project.parent)
    environment = {name: env[name] for name in env if env[name] != os.environ.get(name)}
    environment.pop("PATH")
    config = project.parent / "fusesoc.conf"
    config.write_text("[main]\n")
    start = "import sys; from fusesoc.main import main; sys.argv[0] = 'fusesoc'; sys.exit(main())"
    before = os.environ["PATH"]
    os.environ["PATH"] = f"{project.parent / 'bin'}{os.pathsep}{before}"
    try:
        command = ["-c", start, "--config", str(config), "--cores-root", str(project), "run", *arguments]
        done = package_tools.run("fusesoc", command, project, **environment, **variables)
    finally:
        os.environ["PATH"] = before
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def bender(project: Path, *arguments: str) -> list[str]:
    """The lines of a file list that Bender writes."""
    done = exported.run(project, str(package_tools.crate("bender")), "script", *arguments)
    assert done.returncode == 0, done.stdout
    return [line for line in done.stdout.splitlines() if line.startswith("/")]


@OWN_TOOL
def test_fusesoc_accepts_a_bundle(bundle):
    chosen, folder = bundle
    project = folder.parents[1]
    own_module(chosen, folder)
    core = {
        "name": "you:soc:mine:1.0",
        "filesets": {
            "rtl": {
                "depend": [f"vambrace:ip:{chosen.identifier}"],
                "files": ["mine.sv"],
                "file_type": "systemVerilogSource",
            }
        },
        "targets": {
            "lint": {
                "filesets": ["rtl"],
                "toplevel": "mine",
                "default_tool": "verilator",
                "tools": {"verilator": {"mode": "lint-only", "verilator_options": ["-Wall"]}},
            }
        },
    }
    (project / "mine.core").write_text("CAPI=2:\n" + yaml.safe_dump(core, sort_keys=False))
    assert "%Warning" not in fusesoc(project, "--target=lint", "you:soc:mine")
    assert "%Warning" not in fusesoc(project, "--target=lint", f"vambrace:ip:{chosen.identifier}")
    said = fusesoc(project, "--target=sim", f"vambrace:ip:{chosen.identifier}")
    assert f"checks of {chosen.top}" in said and "PASS: " in said


@OWN_TOOL
def test_fusesoc_runs_the_smoke_test_with_verilator(tmp_path):
    chosen = subject.of_block("engine-ascon", "axi4l")
    exported.placed(tmp_path / "project" / "vendor", "engine-ascon", "axi4l")
    said = fusesoc(tmp_path / "project", "--target=sim", "--tool=verilator", f"vambrace:ip:{chosen.identifier}")
    assert "PASS: " in said


@OWN_TOOL
def test_bender_accepts_a_bundle(bundle, tmp_path):
    chosen, folder = bundle
    project = folder.parents[1]
    own_module(chosen, folder)
    manifest = {
        "package": {"name": "mine"},
        "dependencies": {chosen.top: {"path": f"vendor/{chosen.name}"}},
        "sources": ["mine.sv"],
    }
    (project / "Bender.yml").write_text(yaml.safe_dump(manifest, sort_keys=False))
    env = exported.environment(tmp_path)
    listed = bender(project, "flist")
    assert Path(listed[-1]) == project / "mine.sv" and not any("smoke" in line for line in listed)
    lint = ["verilator", "--lint-only", "-Wall", "--top-module", "mine"]
    done = exported.run(project, *lint, *listed, env=env)
    assert done.returncode == 0 and "%Warning" not in done.stdout, done.stdout
    listed = bender(project, "flist", "-t", "vambrace_verilog", "-t", "vambrace_smoke")
    assert [Path(line).suffix for line in listed] == [".v", ".v", ".sv"]
    program = tmp_path / "smoke.vvp"
    built = exported.run(project, "iverilog", "-g2005", "-o", str(program), *listed[:2])
    assert built.returncode == 0, built.stdout
    assert "PASS: " in exported.run(project, "vvp", "-n", str(program)).stdout


@pytest.mark.parametrize("bundle", [KINDS[0], KINDS[-1]], ids=["unit", "engine"], indirect=True)
def test_manifests_list_exactly_the_sources(bundle):
    """Without those tools: every file of a manifest is in the bundle, and every source is in the manifests."""
    chosen, folder = bundle
    manifest = yaml.safe_load((folder / "Bender.yml").read_text())
    assert manifest["package"]["name"] == chosen.top
    listed = [file for group in manifest["sources"] for file in group["files"]]
    assert all((folder / file).is_file() for file in listed) and len(set(listed)) == len(listed)
    core = yaml.safe_load((folder / f"{chosen.top}.core").read_text().split("\n", 1)[1])
    known = {}
    for path in folder.rglob("*.core"):
        actual = yaml.safe_load(path.read_text().split("\n", 1)[1])
        known[actual["name"].rsplit(":", 1)[0]] = actual
        for fileset in actual["filesets"].values():
            assert all((path.parent / file).is_file() for file in fileset["files"]), path
    for actual in known.values():
        for fileset in actual["filesets"].values():
            assert all(name.removesuffix(":0.1.0") in known for name in fileset.get("depend", ())), actual["name"]
    for target in core["targets"].values():
        assert all(name.strip("()").split("(")[-1] in core["filesets"] for name in target["filesets"])


def test_every_core_file_is_yaml():
    """Titles have colons and quotes."""
    for name in parts.exported():
        chosen = subject.of_block(name)
        text = manifests.fusesoc(chosen, "rtl/a.sv", "verilog/a.v", [])
        assert yaml.safe_load(text.split("\n", 1)[1])["description"] == chosen.title
