# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Every public function has its contract where it is declared, in the form of tests/contracts.py: its parameters, its
results, and the topics of the list at the top of its header. tests/aead/test_every_function.py checks that exactly the
results that it names have cases."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.contracts import INCLUDE, REFERENCES, TOPICS, Function, functions, headers, path, plain, topics
from vambrace.base import tools
from vambrace.base.paths import root
from vambrace_dev.defects import seed

#: Builds that together declare all functions: macros and target.
HOST, RISCV = ["gcc"], ["riscv64-unknown-elf-gcc", "-march=rv32imc", "-mabi=ilp32", "-ffreestanding"]
BUILDS = {
    "portable": [*HOST],
    "port": [*RISCV, "-DVMB_ENGINE_PORT=1"],
    "mmio": [*RISCV, "-DVMB_ENGINE_MMIO=1", "-DVMB_ENGINE_BASE=4096", "-DVMB_ENGINE_LOCK=1", "-DVMB_DMA_LINE=64",
             "-DVMB_DMA_TRANSLATE=1", "-DVMB_ENGINE_RING=1"],
    "unit": [*RISCV, "-DVMB_AES_UNIT=1"],
    "unit-mmio": [*RISCV, "-DVMB_AES_UNIT=1", "-DVMB_AES_UNIT_BASE=4096", "-DVMB_AES_UNIT_KEY_BITS=128"],
}  # fmt: skip
#: Endings of names in a build (detail/names.h).
BUILD_SUFFIX = r"_(engine|zkned|size|unit\d*)(_size)?$"


def complaints(function: Function) -> list[str]:
    """Return the parts that a function's contract lacks, and the parameters in it that do not exist."""
    contract = function.contract
    if contract is None:
        return [f"{function.name}: no contract before its declaration"]
    results = []
    if len(contract.text) < 10 or not re.search(r"[.:]$", contract.text):
        results.append("what it does")
    if not contract.refers:
        results.append(f"'{REFERENCES[0]}'")
    documented = {parameter.name: parameter for parameter in contract.parameters}
    for parameter in function.parameters:
        direction = documented[parameter.name].direction if parameter.name in documented else None
        allowed = ("",) if not parameter.pointer else ("in",) if parameter.constant else ("out", "in,out")
        if direction not in allowed:
            results.append(" or ".join(f"@param{f'[{item}]' if item else ''} {parameter.name}" for item in allowed))
    names = [parameter.name for parameter in function.parameters]
    if [name for name in documented if name in names] != names:
        results.append("its parameters in their order")
    if (contract.returns is not None) != (function.returns != "void"):
        results.append("@return" if function.returns != "void" else "no @return")
    elif (
        function.returns == "int" and not function.results and not re.match(r"1 if .* 0 if not", contract.returns or "")
    ):
        results.append("every status that it returns")
    return [f"{function.name}: {lack}" for lack in results]


@pytest.mark.parametrize("header", headers())
def test_every_function_has_its_contract(header):
    text = path(header).read_text()
    assert [wrong for function in functions(text) for wrong in complaints(function)] == []
    if header != "detail/lock.h":
        missing = [topic for topic in TOPICS if len(topics(text).get(topic, "")) < 5]
        assert missing == [], "topics that the list at the top does not cover"


@pytest.mark.parametrize("header", headers())
def test_no_contract_describes_a_removed_parameter(header):
    """Declarations with the same name may differ: each parameter belongs to at least one of them."""
    every: dict[str, set[str]] = {}
    for function in headers()[header]:
        every.setdefault(function.name, set()).update(parameter.name for parameter in function.parameters)
    for function in headers()[header]:
        assert function.contract is not None
        assert {parameter.name for parameter in function.contract.parameters} <= every[function.name], function.name
    named = re.findall(r"^ \* @fn (\S+)", path(header).read_text(), re.MULTILINE)
    assert set(named) <= every.keys() and len(set(named)) == len(named)


def declared(command: list[str]) -> dict[str, set[str]]:
    """Return the functions that a compiler sees in each file of include/vambrace, with all public headers."""
    names = sorted(file.relative_to(INCLUDE) for folder in (".", "frames") for file in (INCLUDE / folder).glob("*.h"))
    text = "".join(f'#include "vambrace/{name}"\n' for name in names)
    command = [*command, "-E", f"-I{root() / 'lib' / 'include'}", "-"]
    created = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    results: dict[str, set[str]] = {}
    here, parts = "", {}
    for line in created.split("\n"):
        if marker := re.match(r'# \d+ "(.*?)"', line):
            here = marker[1]
        else:
            parts.setdefault(here, []).append(line)
    for file, lines in parts.items():
        if "/vambrace/" in file:
            names = re.findall(r"\b(vmb_\w+)\s*\([^()]*\)\s*[;{]", "\n".join(lines))
            called = {"vmb_engine_fence"} if not file.endswith("lock.h") else set()
            results[file.split("/include/vambrace/")[1]] = set(names) - called
    return results


@pytest.mark.parametrize("build", BUILDS)
def test_no_function_that_a_compiler_sees_is_missed(build):
    known = {header: {function.name for function in actual} for header, actual in headers().items()}
    seen = declared(BUILDS[build])
    assert len(seen["aead.h"]) > 100
    for header, names in seen.items():
        if header.startswith("detail/ise/"):
            continue
        ends = tuple(name.removeprefix("NAME") for name in known.get(header, ()) if name.startswith("NAME"))
        for name in (re.sub(BUILD_SUFFIX, "", name) for name in names):
            assert name in known.get(header, ()) or (ends and name.endswith(ends)), f"{header}: {name}"


def test_every_function_that_the_parser_finds_exists():
    """A compiler sees it in some build."""
    seen: dict[str, set[str]] = {}
    for command in BUILDS.values():
        for header, names in declared(command).items():
            seen.setdefault(header, set()).update(re.sub(BUILD_SUFFIX, "", name) for name in names)
    for header, actual in headers().items():
        for name in {function.name for function in actual} - {"vmb_probe"}:
            end = name.removeprefix("NAME")
            assert any(item == name or (end != name and item.endswith(end)) for item in seen[header]), (
                f"{header}: {name}"
            )


def test_every_instruction_is_documented():
    """Functions of vambrace/ise.h are generated, with a table of their results; others have a comment."""
    texts = [file.read_text() for file in sorted((INCLUDE / "detail" / "ise").glob("*.h"))]
    tables = "\n".join(plain(text) for text in texts)
    names = {name for text in texts for name in re.findall(r"VMB_ISE_INLINE \w+ vmb_(\w+)\(", text)}
    commented = {name for text in texts for name in re.findall(r"\*/\nVMB_ISE_INLINE \w+ vmb_(\w+)\(", text)}
    assert len(names) > 20
    assert [
        n for n in names - commented if not re.search(rf"^ *{n.replace('_', '[._]')}\b", tables, re.MULTILINE)
    ] == []
    assert topics((INCLUDE / "ise.h").read_text()).keys() == set(TOPICS)


#: Calls of one family alone: AES-CCM, and Ascon-AEAD128 with options.
OF_ONE = {"no_tag", "vmb_ascon_aead128_options_init_short_slot"}


def test_every_function_pointer_belongs_to_a_contract():
    """Objects of vambrace/generic.h and generic_mac.h have the calls of aead.h and mac.h."""
    for objects, header in (("generic.h", "aead.h"), ("generic_mac.h", "mac.h")):
        ends = {function.name.removeprefix("NAME_") for function in headers()[header]} - OF_ONE
        names = set(re.findall(r"\(\*(\w+)\)\(", path(objects).read_text()))
        assert len(names) > 8 and names == ends
        assert f"vambrace/{header}" in path(objects).read_text()


def documented_wrongly(headers: Path) -> str:
    """Return clang's warnings about comments that do not match their declarations, except functions of macros."""
    frames = sorted(f"frames/{file.stem}" for file in INCLUDE.glob("frames/*.h"))
    names = ("aead", "aes", "hash", "mac", "chunks", "several", "generic_mac", "kdf", "secure", "ascon_usage", *frames)
    text = "".join(f'#include "vambrace/{name}.h"\n' for name in names)
    command = [tools.tool("clang").find()[1], "-fsyntax-only", "-Wdocumentation", f"-I{headers}", "-xc", "-"]  # type: ignore[index]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stderr


def test_clang_finds_no_comment_without_its_declaration(tmp_path):
    assert documented_wrongly(INCLUDE.parent) == ""
    shutil.copytree(INCLUDE.parent, tmp_path / "include")
    secure = tmp_path / "include" / "vambrace" / "secure.h"
    secure.write_text(seed("secure.h", secure.read_text(), "@param[in] b  n bytes", "@param[in] c  n bytes"))
    assert "secure.h" in documented_wrongly(tmp_path / "include")


@pytest.mark.parametrize(
    ("header", "find", "put", "lack"),
    [
        ("aead.h", " * @param tag_len  see the table\n", "", "@param tag_len"),
        ("aead.h", "@param[out] tag  tag_len bytes: the", "@param[in] tag  the", "@param[in,out] tag"),
        ("aead.h", "@fn NAME_wipe", "@fn NAME_erase", "no contract"),
        ("aes.h", "@return VMB_OK, VMB_ERR_ARGUMENT or VMB_ERR_STATE (no key).", "", "@return"),
        ("hash.h", "/** @copydoc vmb_ascon_hash256_start */\n", "", "no contract"),
        ("hash.h", "@copydoc vmb_ascon_xof128_squeeze", "@copydoc vmb_ascon_hash256_abort", "@param[out] out or"),
        ("secure.h", "registers or on the stack remain. Contract: top of this file.", "", "'Contract: top"),
        ("mac.h", " * @param[in] in  len bytes; may be null if len is 0\n * @param len  0 to VMB_MAX_BYTES\n",
         " * @param len  0 to VMB_MAX_BYTES\n * @param[in] in  len bytes; may be null if len is 0\n", "in their order"),
        ("generic.h", "VMB_OK; VMB_ERR_TAG if a result is wrong; otherwise the error of a call that should not\n"
         " *          have failed: VMB_ERR_LENGTH, VMB_ERR_ARGUMENT, VMB_ERR_STATE or VMB_ERR_DEVICE.",
         "A status.", "every status"),
    ],
)  # fmt: skip
def test_an_incomplete_contract_is_found(header, find, put, lack):
    text = path(header).read_text()
    changed = text.replace(find, put, 1)
    assert changed != text
    results = [wrong for function in functions(changed) for wrong in complaints(function)]
    assert any(lack in wrong for wrong in results), results


def test_a_missing_topic_is_found():
    text = seed("mac.h", path("mac.h").read_text(), " * - Threads: ", " * - Others: ")
    assert set(TOPICS) - topics(text).keys() == {"Threads"}
