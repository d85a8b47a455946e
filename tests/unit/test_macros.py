# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The names of our macros are in one module, which derives them from the target of a program."""

import ast
import re
from dataclasses import replace

import pytest

from tests.builds import BUILDS
from vambrace import config
from vambrace.base.paths import root
from vambrace.config import PORTABLE, macros

PACKAGE = root() / "src" / "vambrace"
OURS = PACKAGE / "config" / "macros.py"
SOURCES = (".h", ".c", ".S", ".inc", ".cpp", ".sv", ".in")


def names(source: str) -> list[str]:
    """Return the names of our macros, or their beginnings, in the strings of a module; comments in strings do not
    count.
    """
    tree = ast.parse(source)
    comments = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    values = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in comments)
    texts = (value.decode("latin-1") if isinstance(value, bytes) else value for value in values)
    return [name for text in texts if isinstance(text, str) for name in re.findall(rf"{macros.PREFIX}\w*", text)]


def test_no_other_module_names_a_macro():
    modules = {path: names(path.read_text()) for path in PACKAGE.rglob("*.py") if path != OURS}
    assert len(modules) > 100 and {str(path): actual for path, actual in modules.items() if actual} == {}


@pytest.mark.parametrize(
    "source",
    ['x = "VMB_SIZE"', "f(['-DVMB_SIZE=1'])", 'x = f"-DVMB_ISE_{name}"', 'x = rb"\\bVMB_"', '{"a": ("VMB_SIZE",)}'],
)
def test_a_name_is_found(source):
    assert len(names(f'"""About VMB_SIZE."""\n# and VMB_SIZE\n{source}\n')) == 1


def test_every_macro_is_used_by_a_source():
    folders = ("lib", "firmware", "ports", "studies", "soc", "cores", "rtl", "tests/fuzz", "tests/host")
    files = [path for folder in folders for path in (root() / folder).rglob("*.*")]
    words = {w for path in files if path.suffix in SOURCES for w in re.findall(r"\bVMB_\w+", path.read_text())}
    known = words | {word[: end + 1] for word in words for end, letter in enumerate(word) if letter == "_"}
    assert len(words) > 500 and set(names(OURS.read_text())) <= known


@pytest.mark.parametrize(
    ("build", "flags"),
    [
        (BUILDS["none"], ""),
        (BUILDS["zbkb+xascon:size"], "ISE_ZBKB=1 ISE_XASCON=1 SIZE=1"),
        (BUILDS["engine"], "ENGINE_PORT=1"),
        (BUILDS["engine-gcm"], "ENGINE_PORT=1 ENGINE_GCM=1"),
        (BUILDS["engine-port-pio"], "ENGINE_PORT_PIO=1 ENGINE_OPCODE=0x5b"),
        (
            replace(BUILDS["engine-obi-irq"], lock=True),
            "ENGINE_MMIO=1 ENGINE_BASE=0x11000000 ENGINE_IRQ=1 ENGINE_LOCK=1",
        ),
        (BUILDS["engine-obi-ring"], "ENGINE_MMIO=1 ENGINE_BASE=0x11000000 ENGINE_RING=1"),
        (BUILDS["engine-tlul-pio"], "ENGINE_PIO=1 ENGINE_BASE=0x11012000"),
        (BUILDS["aes-unit"], "AES_UNIT=1 AES_UNIT_CHAIN=1"),
        (config.point("rocket/aes-128-unit").build, "AES_UNIT=1 AES_UNIT_KEY_BITS=128 AES_UNIT_CHAIN=1 ENGINE_ROCC=1"),
        (BUILDS["aes-192-unit-port-pio"], "AES_UNIT=1 AES_UNIT_KEY_BITS=192 AES_UNIT_PIO=1 AES_UNIT_CHAIN=1"),
        (
            config.point("rocket/aes-256-unit-tlul-pio").build,
            "AES_UNIT=1 AES_UNIT_KEY_BITS=256 AES_UNIT_BASE=0x11012000 AES_UNIT_CHAIN=1",
        ),
        (config.point("rocket-scratchpad/engine").build, "ENGINE_PORT=1 SCRATCHPAD=0x10000 ENGINE_ROCC=1"),
        (PORTABLE.on_spike(), "PORTABLE=1 SPIKE=1"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.label,
)
def test_the_macros_of_a_build(build, flags):
    assert macros.of(build) == [f"-DVMB_{flag}" for flag in flags.split()]
