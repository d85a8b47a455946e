# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Zephyr on a simulated core (ports/zephyr): its own application, and its crypto API by libvambrace."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from tests.called import called
from vambrace import config
from vambrace.base.errors import BuildError
from vambrace.base.paths import root
from vambrace.config import Point
from vambrace.software.ports import zephyr
from vambrace.software.toolchain.elf import Elf

WHY_NOT = zephyr.why_not()
needed = pytest.mark.skipif(WHY_NOT is not None, reason=WHY_NOT or "")

AEAD = zephyr.port() / "samples" / "aead"
NONE = config.point("ibex-ref/none")


@needed
def test_an_unmodified_application_of_zephyr(capfd):
    folder = zephyr.checkout() / "samples" / "hello_world"
    done = called("run", str(folder), "--point", "ibex-ref/none", "--os", "zephyr", "--max-cycles", "100000")
    assert done.returncode == 124 and "Hello World! vambrace/vambrace\n" in capfd.readouterr().out.replace("\r", ""), (
        done.stderr
    )


@needed
@pytest.mark.parametrize("extensions", ["none", "zkned", "engine"])
def test_the_crypto_api_gives_the_same_bytes(capfd, extensions):
    """It rejects a changed message, and sleeps: the program checks it."""
    done = called("run", str(AEAD), "--point", f"ibex-ref/{extensions}", "--os", "zephyr")
    printed = capfd.readouterr().out.replace("\r", "")
    assert done.returncode == 0 and printed.endswith("the same bytes\n"), printed + done.stderr
    cycles = [int(count) for count in re.findall(r"CCM +(\d+) cycles\n", printed)]
    assert len(cycles) == 3
    assert all((count < 9_000) == (extensions != "none") for count in cycles), printed


def with_more(folder: Path, point: Point = NONE, overlay: str = "", settings: str = "") -> Elf:
    """Build the sample with more in its devicetree or its settings."""
    application = folder / "aead"
    (application / "src").mkdir(parents=True)
    text = (AEAD / "CMakeLists.txt").read_text().replace("../../../..", str(root()))
    (application / "CMakeLists.txt").write_text(text)
    (application / "src" / "main.c").write_bytes((AEAD / "src" / "main.c").read_bytes())
    (application / "prj.conf").write_text((AEAD / "prj.conf").read_text() + settings)
    (application / "app.overlay").write_text(overlay)
    return zephyr.build(application, point, 1 << 20)


def sizes(elf: Elf) -> dict[str, int]:
    """The bytes of each function of the library."""
    symbols = elf.code_symbols()
    return {name: end - begin for (begin, name), (end, _) in pairwise(symbols) if name.startswith("vmb_")}


@needed
def test_the_devicetree_names_the_extensions_of_the_core(tmp_path):
    """With the extension the program has its code, as for a point that has it."""
    has = sizes(with_more(tmp_path, overlay='&crypto { extensions = "zkned"; };\n'))
    as_point = sizes(zephyr.build(AEAD, config.point("ibex-ref/zkned"), 1 << 20))
    assert has.keys() == as_point.keys() != sizes(zephyr.build(AEAD, NONE, 1 << 20)).keys()


@needed
def test_kconfig_selects_misaligned_accesses(tmp_path):
    """With the setting the program has the code of a point whose core executes misaligned ones."""
    aligned = config.with_accesses(NONE, config.ALIGNED)
    has = sizes(with_more(tmp_path, aligned, settings="CONFIG_VAMBRACE_MISALIGNED=y\n"))
    assert has == sizes(zephyr.build(AEAD, NONE, 1 << 20)) != sizes(zephyr.build(AEAD, aligned, 1 << 20))


@needed
def test_an_unknown_extension_is_rejected(tmp_path):
    with pytest.raises(BuildError, match=r"unknown\s+extension\s+'zkx';\s+known\s+are:\s+zbkb"):
        with_more(tmp_path, overlay='&crypto { extensions = "zkx"; };\n')


def test_kconfig_defines_every_name_in_the_build():
    """A name in CMakeLists.txt that neither the port's Kconfig nor Zephyr defines would be off forever."""
    port = zephyr.port()
    known = set(re.findall(r"^config (\w+)$", (port / "Kconfig").read_text(), re.MULTILINE))
    asked = set(re.findall(r"CONFIG_(\w+)", (port / "CMakeLists.txt").read_text()))
    assert {"VAMBRACE_SIZE", "VAMBRACE_MISALIGNED", "DCACHE_LINE_SIZE"} <= asked <= known | {"DCACHE_LINE_SIZE"}


def refusal(*arguments: str) -> str:
    done = called("run", *arguments, "--os", "zephyr")
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def test_a_missing_checkout_is_explained(tmp_path, monkeypatch):
    point = ("--point", "ibex-ref/none")
    monkeypatch.delenv("ZEPHYR_BASE", raising=False)
    assert "Zephyr is not available: get a checkout" in refusal(str(AEAD), *point)
    monkeypatch.setenv("ZEPHYR_BASE", str(tmp_path))
    assert f"ZEPHYR_BASE={tmp_path} is not a checkout of Zephyr: get a checkout" in refusal(str(AEAD), *point)
    (tmp_path / "kernel").mkdir()
    (tmp_path / "VERSION").write_text("VERSION_MAJOR = 3\nVERSION_MINOR = 4\nPATCHLEVEL = 0\n")
    assert f"ZEPHYR_BASE={tmp_path} is Zephyr 3.4; the port needs 3.7 or later" in refusal(str(AEAD), *point)


def test_other_arguments_are_explained():
    assert "has no CMakeLists.txt" in refusal(str(AEAD / "src"), "--point", "ibex-ref/none")
    assert "give one folder" in refusal(str(AEAD), str(AEAD), "--point", "ibex-ref/none")
    assert "32-bit cores" in refusal(str(AEAD), "--point", "rocket64/none")
    assert "1M" in refusal(str(AEAD), "--point", "ibex-ref/none", "--ram", "2M")
