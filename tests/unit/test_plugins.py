# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Plug-ins: what is one, what one may add, and how the command line, keys and records treat it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from vambrace.base import plugins, tools
from vambrace.base.errors import UsageError
from vambrace.base.paths import cache_dir, home
from vambrace.cli.plugins import moved
from vambrace.hardware import verilator

ABOUT = 'schema = 1\nname = "{name}"\nversion = "1.2"\nlicence = "Apache-2.0"\n'

SCENARIO = '[tiny]\ntitle = "8 bytes"\nad = 0\nmessage = 8\n'

EXTENSION = """[xtry]
name = "Xtry"
isa = "xtry"
target = "rv32"
source = "this test"
title = "A test"
custom = true
where = "Nothing."

[xtry.instructions]
"try.rolx" = { encoding = "00 shamt rs2 rs1 000 rd 1111011", result = "(rs1 <<< shamt) ^ rs2" }
"""

UNIT = """module vmb_xtry
  import vmb_ise_pkg::*, vmb_ise_encodings_pkg::*;
(
    input  logic [31:0] instr_i,
    input  logic [31:0] rs1_i,
    input  logic [31:0] rs2_i,
    output logic        accept_o,
    output logic [31:0] result_o
);
  instr_t instr;
  assign instr = instr_t'(instr_i);
  logic unused_instr;
  assign unused_instr = ^{instr.rs2, instr.rs1, instr.rd};
  assign accept_o = instr.opcode == OpcodeCustom3 && instr.funct3 == Funct3TryRolx &&
                    instr.funct7[6:5] == Funct2TryRolx;
  assign result_o = (rs1_i << instr.funct7[4:0] | rs1_i >> (32 - instr.funct7[4:0])) ^ rs2_i;
endmodule
"""

SET = '[xtry]\ntitle = "Xtry"\ninstructions = ["xtry"]\n'

ALGORITHM = '[my-mac]\ntitle = "Mine"\nkind = "mac"\nprefix = "vmb_my"\nuses = []\n'

#: The encoding in EXTENSION.
WORD = "00 shamt rs2 rs1 000 rd 1111011"

UNIT_FILES = {"configs/instructions.toml": EXTENSION, "configs/extensions.toml": SET, "rtl/ise/vmb_xtry.sv": UNIT}


def write(folder: Path, files: dict[str, str], about: str = ABOUT) -> Path:
    for name, text in {plugins.FILE: about.format(name=folder.name), **files}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def changed(before: str, after: str) -> dict[str, str]:
    """Write the files of a function unit, with a text of configs/instructions.toml replaced."""
    assert before in EXTENSION
    return {**UNIT_FILES, "configs/instructions.toml": EXTENSION.replace(before, after)}


def python(code: str, *folders: Path, more: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run Python in a process with plug-ins; `more` is another folder of Python's path."""
    path = [str(home() / "src"), str(home()), *([str(more)] if more else [])]
    environment = {
        **os.environ,
        plugins.VARIABLE: os.pathsep.join(map(str, folders)),
        "PYTHONPATH": os.pathsep.join(path),
        "VAMBRACE_CACHE": str(cache_dir()),
    }
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)


def command(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, plugins.VARIABLE: "", "PYTHONPATH": str(home() / "src")}
    words = [sys.executable, "-m", "vambrace", *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, env=environment)


def printed(code: str, *folders: Path) -> object:
    done = python(f"import json\nfrom vambrace import config\n{code}", *folders)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_plugin_is_read(tmp_path):
    folder = write(tmp_path / "mine", {"configs/scenarios.toml": SCENARIO, "README.md": "", "rtl/.hidden": ""})
    plugin = plugins.read(folder)
    assert (plugin.name, plugin.version, plugin.licence) == ("mine", "1.2", "Apache-2.0")
    assert plugin.files == ("configs/scenarios.toml",)
    assert plugin.entries("scenarios.toml").keys() == {"tiny"} and plugin.entries("cores.toml") == {}


@pytest.mark.parametrize(
    ("about", "message"),
    [
        (None, "is no plug-in: it has no vambrace.toml"),
        ("name =", "is not TOML"),
        (ABOUT.replace("schema = 1", "schema = 2"), "schema 2 is unknown; this version of vambrace reads 1"),
        (ABOUT + "more = 1\n", "unknown field 'more'; allowed: schema, name, version, licence"),
        (ABOUT.replace('"1.2"', "1.2"), "version must be a string"),
        (ABOUT.replace('version = "1.2"\n', ""), "lacks: version"),
        (ABOUT.replace("{name}", "My plug"), "invalid name 'My plug': use lower-case letters, digits and hyphens"),
    ],
)
def test_a_folder_that_is_not_a_plugin_is_rejected(tmp_path, about, message):
    folder = write(tmp_path / "mine", {}, about or ABOUT)
    if about is None:
        (folder / plugins.FILE).unlink()
    with pytest.raises(UsageError) as raised:
        plugins.read(folder)
    assert message in str(raised.value) and "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (
            {"configs/scenario.toml": SCENARIO},
            "unknown file of configs/ 'scenario.toml'; did you mean 'scenarios.toml'?",
        ),
        ({"configs/scenarios.toml": "[ipv6]\n"}, "[ipv6] exists already in "),
        ({"configs/scenarios.toml": "tiny = 1\n"}, "tiny is no entry: write [NAME], then its fields"),
        ({"configs/scenarios.toml": "tiny.ad = 1\n"}, "begin each entry with [NAME], not with 'tiny.ad = 1'"),
        ({"configs/scenarios.toml": "[tiny"}, "is not TOML"),
        ({"rtl/ise/vmb_zbkb.sv": ""}, "rtl/ise/vmb_zbkb.sv have the same place in the project"),
        ({"configs/instructions.toml": EXTENSION}, "[xtry]: the plug-in lacks its function unit, rtl/ise/vmb_xtry.sv"),
        (
            changed(WORD, "00 index rs2 rs1 111 rd 0101011"),
            "try.rolx has the encoding of ascon.sigma.lo: change fixed bits",
        ),
        (
            changed("1111011", "0001011"),
            "opcode 0001011 belongs to the engine; use 1111011 or 0101011",
        ),
        (
            changed("1111011", "0110011"),
            "bits 6 to 0 must be an opcode of custom instructions",
        ),
        (changed("shamt rs2", "rs2 rs2"), "not a 32-bit encoding"),
        (changed("isa", "ias"), "unknown field 'ias'"),
        (changed('"Xtry"', '"Other"'), "the same as name"),
        (changed("custom = true", "port = false"), "write custom = true"),
    ],
)
def test_forbidden_additions_are_rejected(tmp_path, files, message):
    folder = write(tmp_path / "mine", files)
    done = command("--plugin", folder, "points")
    assert done.returncode == 2 and message in done.stderr, done.stderr
    assert done.stderr.startswith("vambrace: ") and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (
            {"configs/scenarios.toml": SCENARIO + "adn = 1\n"},
            "[tiny]: unknown field 'adn'; allowed: title, ad, message",
        ),
        ({"configs/scenarios.toml": SCENARIO.replace("ad = 0\n", "")}, "[tiny] lacks: ad"),
        ({"configs/scenarios.toml": SCENARIO.replace("8\n", '"8"\n')}, "[tiny]: message must be a whole number"),
        ({"configs/extensions.toml": SET}, "unknown instructions 'xtry'"),
        ({"configs/algorithms.toml": ALGORITHM}, "[my-mac] lacks: header, the file of lib/include that declares it"),
        ({"configs/algorithms.toml": ALGORITHM.replace("mac", "cmac")}, "kind must be one of: aead, cipher, hash, mac"),
        (
            {"configs/algorithms.toml": ALGORITHM + 'header = "my.h"\nengine_jobs = "aes-128-gmc"\n'},
            "configs/algorithms.toml: [my-mac] 'aes-128-gmc'; did you mean 'aes-128-gcm'",
        ),
    ],
)
def test_entries_with_wrong_fields(tmp_path, files, message):
    folder = write(tmp_path / "mine", files)
    done = command("points", "--plugin", folder)
    assert done.returncode == 2 and message in done.stderr, done.stderr
    assert done.stderr.startswith("vambrace: ") and done.stderr.count("\n") == 1


def test_two_plugins(tmp_path):
    first = write(tmp_path / "one", {"configs/scenarios.toml": SCENARIO})
    other = write(tmp_path / "other", {"configs/scenarios.toml": SCENARIO.replace("tiny", "small")})
    names = printed("print(json.dumps(list(config.scenarios())))", first, other)
    assert names[-2:] == ["tiny", "small"] and "ipv6" in names
    assert python("import vambrace.config", first, other, first).returncode == 0
    again = write(tmp_path / "again", {"configs/scenarios.toml": SCENARIO})
    error = python("import vambrace.config", first, again).stderr
    assert f"[tiny] exists already in {first}" in error
    twin = write(tmp_path / "more" / "one", {})
    assert "two plug-ins have the name one" in python("import vambrace.config", first, twin).stderr


def test_the_project_is_unchanged_without_plugins():
    assert printed("from vambrace.base import paths\nprint(json.dumps(str(paths.root())))") == str(home())


KEYS = """
from vambrace.config import point
from vambrace.hardware import model
from vambrace.results import inputs
from vambrace.software.toolchain import program
at = point("ibex-ref/none")
source = program.library_sources()[0]
given = [("model", at.name), ("entry", "scenarios.toml", "ipv6"), ("library", "ascon-aead128"),
         ("files", "configs/scenarios.toml")]
print(json.dumps([model.key(model.shared(at.core)), program.object_key(source, program.source_flags(at.build)),
                  *map(inputs.digest, given)]))
"""


def test_keys_do_not_depend_on_unrelated_plugins(tmp_path):
    folder = write(tmp_path / "mine", {"configs/scenarios.toml": SCENARIO})
    without, inputs = printed(KEYS), printed(KEYS, folder)
    assert without[:-1] == inputs[:-1] and without[-1] != inputs[-1]


def test_a_change_of_a_plugin_is_an_input_of_its_records(tmp_path):
    ask = """
from vambrace.results import inputs
print(json.dumps([inputs.digest(("model", "ibex-ref/xtry")), inputs.digest(("entry", "extensions.toml", "xtry"))]))
"""
    folder = write(tmp_path / "mine", UNIT_FILES)
    first = printed(ask, folder)
    assert printed(ask, folder) == first
    write(folder, {"rtl/ise/vmb_xtry.sv": UNIT.replace("32 -", "6'd32 -")})
    second = printed(ask, folder)
    assert first[0] != second[0] and first[1] == second[1]


def test_records_name_the_plugins_that_they_depend_on(tmp_path):
    units = write(tmp_path / "units", UNIT_FILES)
    sizes = write(tmp_path / "sizes", {"configs/scenarios.toml": SCENARIO})
    code = """
from vambrace.results import record_store
from vambrace.results.origin import Origin, entry, files
given = [files("configs/instructions.toml"), entry("scenarios.toml", "tiny"), entry("scenarios.toml", "ipv6")]
print(json.dumps([record_store.keep("bench", Origin((g,)), ("a",), [{"tools": {"gcc": "12"}}, {}]) for g in given]))
"""
    done = printed(f"import os, tempfile\nos.environ['VAMBRACE_CACHE'] = tempfile.mkdtemp()\n{code}", units, sizes)
    assert [list(records[0]["tools"]) for records in done] == [
        ["gcc", "plug-in units"],
        ["gcc", "plug-in sizes"],
        ["gcc"],
    ]
    assert done[0][0]["tools"]["plug-in units"] == plugins.read(units).label
    assert list(done[0][1]["tools"]) == ["plug-in units"] and done[2][1] == {}


def test_a_function_unit_is_among_those_of_the_core(tmp_path):
    folder = write(tmp_path / "mine", UNIT_FILES)
    code = """
from vambrace.base.paths import root
from vambrace.config import parameters
from vambrace.hardware import rtl
files = rtl.core_files(root() / "rtl/ise/vmb_ise.core", checks=False)
print(json.dumps([parameters.of(["Xtry"], ["Xtry"])["FunctionUnits"], list(map(str, files))]))
"""
    units, files = printed(code, folder)
    assert units == 1 << 6 and any(name.endswith("/rtl/ise/vmb_xtry.sv") for name in files)
    lint = [verilator.program(), "--lint-only", "-Wall", "--top-module", "vmb_ise", f"-GFunctionUnits={units | 1}"]
    tools.run([*lint, "-Wno-fatal", *files], env=verilator.environment())
    text = Path(next(name for name in files if name.endswith("/vmb_ise.sv"))).read_text()
    assert "`VMB_UNIT(vmb_xtry, UnitXtry,)" in text
    header = next(Path(files[0]).parents[2].glob("lib/include/vambrace/detail/ise/xtry.h")).read_text()
    assert "vmb_try_rolx(uint32_t rs1, uint32_t rs2, unsigned shamt)" in header


def test_installed_plugins(tmp_path):
    write(
        tmp_path / "their_sizes",
        {"configs/scenarios.toml": SCENARIO, "__init__.py": ""},
        ABOUT.replace("{name}", "their"),
    )
    about = tmp_path / "their_sizes-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: their-sizes\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[{plugins.GROUP}]\ntheir = their_sizes\n")
    code = "from vambrace import config\nprint('tiny' in config.scenarios())"
    assert python(code, more=tmp_path).stdout == "True\n"
    assert python(f"import os\nos.environ['{plugins.VARIABLE}'] = 'none'\n{code}", more=tmp_path).stdout == "False\n"
    (about / "entry_points.txt").write_text(f"[{plugins.GROUP}]\ntheir = json.decoder\n")
    assert "the installed plug-in their names json.decoder, which is no package" in python(code, more=tmp_path).stderr


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["bench", "x"], ["bench", "x"]),
        (["bench", "--plugin", "a", "x", "--plugin=b"], ["--plugin", "a", "--plugin=b", "bench", "x"]),
        (["run", "--", "--plugin", "a"], ["run", "--", "--plugin", "a"]),
        (["bench", "--plugin"], ["--plugin", "bench"]),
    ],
)
def test_the_option_may_follow_the_command(given, expected):
    assert moved(given) == expected


def test_a_missing_folder_is_reported_in_one_line(tmp_path):
    done = command("bench", "--plugin", tmp_path / "none")
    assert done.returncode == 2
    assert (
        done.stderr
        == f"vambrace: no folder {tmp_path / 'none'}; `vambrace new extension NAME --in DIR` makes a plug-in\n"
    )


def test_files_of_the_project_are_not_copied(tmp_path):
    """The folder with plug-ins has only links, except for joined or generated files."""
    code = "from vambrace.base import paths\nprint(json.dumps(str(paths.root())))"
    folder = Path(printed(code, write(tmp_path / "mine", UNIT_FILES)))
    own = {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file() and not p.is_symlink()}
    assert {"configs/extensions.toml", "configs/instructions.toml", "rtl/ise/vmb_ise.sv"} <= own
    assert not any(name.startswith(("src/", "tests/", "lib/src/", "soc/")) for name in own)
    assert (folder / "rtl" / "ise" / "vmb_zbkb.sv").resolve() == home() / "rtl" / "ise" / "vmb_zbkb.sv"


def test_a_compiler_names_the_file_of_the_plugin(tmp_path):
    folder = write(tmp_path / "mine", {"lib/src/mine/mine.c": "int x = ;\n"})
    code = """
from vambrace.base.errors import BuildError
from vambrace.software.toolchain import program
source = next(path for path in program.library_sources() if path.name == "mine.c")
try:
    program.compile_object(source, ["-O2"])
except BuildError as error:
    print(json.dumps(str(error)))
"""
    assert printed(code, folder).startswith(f"{folder}/lib/src/mine/mine.c:1:9: error:")


@pytest.mark.parametrize(
    ("oracle", "message"),
    [
        (None, "no oracles/my_mac.py: an algorithm of a plug-in needs an oracle"),
        ("def digest(message): ...\n", "oracles/my_mac.py lacks the function mac, which computes the expected results"),
        ("def mac(key, message):\n    return 'tag'\n", "oracles/my_mac.py: mac must return bytes, not str"),
        ("def mac(key, message):\n    return 1 // 0\n", "oracles/my_mac.py: mac failed: ZeroDivisionError"),
        ("import\n", "oracles/my_mac.py: SyntaxError"),
        ("def mac(key, message):\n    return key + message + bytes(8)\n", None),
    ],
)
def test_oracles(tmp_path, oracle, message):
    files = {} if oracle is None else {"oracles/my_mac.py": oracle}
    entry = ALGORITHM + 'key = 2\ntag = 4\nheader = "my.h"\n'
    folder = write(tmp_path / "mine", {"configs/algorithms.toml": entry, **files})
    code = """
from vambrace.software.oracles import messages
found = messages.calls(config.algorithms()["my-mac"], b"ab", b"", b"", b"cd")
print(json.dumps([one.tag.decode() for one in found]))
"""
    if message is None:
        assert printed(code, folder) == ["abcd", "abcd"]
    else:
        assert message in python(f"import json\nfrom vambrace import config\n{code}", folder).stderr


def test_the_folder_depends_on_its_contents(tmp_path):
    """It depends on the files of a plug-in, their paths and its version, and not on the plug-in's unrelated files."""
    code = "from vambrace.base import paths\nprint(json.dumps(str(paths.root())))"
    folder = write(tmp_path / "mine", UNIT_FILES)
    results = [printed(code, folder)]
    write(folder, {"README.md": "Mine."})
    assert printed(code, folder) == results[0]
    write(folder, {"configs/scenarios.toml": SCENARIO})
    results.append(printed(code, folder))
    write(folder, {"configs/scenarios.toml": SCENARIO.replace("8", "9")})
    results.append(printed(code, folder))
    write(folder, {}, ABOUT.replace("1.2", "1.3"))
    results.append(printed(code, folder))
    results.append(printed(code, folder.rename(tmp_path / "other")))
    assert len(set(results)) == len(results)
