# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Several bundles of `vambrace export` in one design, and their names and titles."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.rtl import exported
from vambrace.base.errors import UsageError
from vambrace.base.paths import root
from vambrace.export import naming, subject

MINE = """`timescale 1ns / 1ps
module mine (input wire clk_i, input wire rst_ni, output wire [1:0] irq_o);
  vambrace_engine_ascon_wb_slots1 u_one (.clk_i(clk_i), .rst_ni(rst_ni), .irq_o(irq_o[0]));
  vambrace_engine_ascon_wb_twopasses1_early0 u_two (.clk_i(clk_i), .rst_ni(rst_ni), .irq_o(irq_o[1]));
  vambrace_ascon u_three (.clk_i(clk_i), .rst_ni(rst_ni));
  my_ascon u_four (.clk_i(clk_i), .rst_ni(rst_ni));
endmodule
"""
FOUR = (
    ("engine-ascon", "wb", ("Slots=1",), ""),
    ("engine-ascon", "wb", ("TwoPasses=1", "Early=0"), ""),
    ("ascon", "", (), ""),
    ("ascon", "", ("RoundsPerCycle=2",), "my_ascon"),
)


@pytest.fixture(scope="module")
def several(tmp_path_factory):
    """Bundles in a project whose own module instantiates all of them."""
    folder = tmp_path_factory.mktemp("several")
    (folder / "mine.sv").write_text(MINE)
    for at, (block, bus, settings, prefix) in enumerate(FOUR):
        exported.placed(folder / f"b{at}", block, bus, *settings, prefix=prefix)
    return folder


OPEN = ("-Wno-PINMISSING", "-Wno-UNUSEDSIGNAL", "-Wno-UNDRIVEN")  # the pins that the module above leaves open


@pytest.mark.long("eight seconds: each bundle is always read")
def test_several_bundles_form_one_systemverilog_design(several, tmp_path):
    """The bundles cause no warning: shared files are read once, and the timescale of other files does not apply to
    them."""
    lists = [word for at in range(len(FOUR)) for word in ("-F", f"b{at}/lists/verilator.f")]
    lint = ["verilator", "--lint-only", "-Wall", *OPEN, "--top-module", "mine", "mine.sv", *lists]
    done = exported.run(several, *lint, env=exported.environment(tmp_path))
    assert (done.returncode, re.findall(r"^%.*", done.stdout, re.M)) == (0, []), done.stdout


def test_several_bundles_form_one_verilog_design(several, tmp_path):
    sources = ["mine.sv", *(str(path) for path in sorted(several.glob("b*/verilog/*.v")))]
    done = exported.run(several, "iverilog", "-g2012", "-s", "mine", "-o", str(tmp_path / "a.vvp"), *sources)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout
    names = [name for path in sources[1:] for name in re.findall(r"^module (\S+)", Path(path).read_text(), re.M)]
    assert len(names) == len(set(names)) > 30


def test_another_version_of_a_shared_file_is_an_error(several, tmp_path):
    """Neither file is used silently."""
    for at in (0, 2):
        shutil.copytree(several / f"b{at}", tmp_path / f"b{at}")
    package = tmp_path / "b2" / "rtl" / "ascon" / "vmb_ascon_pkg.sv"
    source = (root() / "rtl" / "ascon" / package.name).read_text()
    package.write_text(naming.guarded(source + "// Another version.\n", package.stem, naming.SYSTEMVERILOG))
    lists = ["-F", "b0/lists/verilator.f", "-F", "b2/lists/verilator.f", "--top-module", "vambrace_ascon"]
    done = exported.run(tmp_path, "verilator", "--lint-only", *lists, env=exported.environment(tmp_path))
    assert done.returncode != 0 and "Duplicate declaration of package: 'vmb_ascon_pkg'" in done.stdout


def test_every_file_contains_the_name(several):
    """A tool that reads each file by itself accepts it together with any other bundle, and so does FuseSoC."""
    folder = several / "b3"
    for path in (*folder.rglob("*.sv"), *folder.rglob("*.core"), *folder.glob("verilog/*.v")):
        assert path.name.startswith("my_ascon") and not re.search(r"\bvmb_", path.read_text()), path
        assert all(
            name.startswith("my_ascon") for name in re.findall(r"^(?:module|package) (\w+)", path.read_text(), re.M)
        )
    cores = {re.search(r"^name: (.*)$", path.read_text(), re.M)[1] for path in folder.rglob("*.core")}
    assert "vambrace:ip:my_ascon:0.1.0" in cores and "vambrace:my_ascon:ascon:0.1.0" in cores
    assert all(re.fullmatch(r"vambrace:(ip:my_ascon|my_ascon:\w+):0\.1\.0", name) for name in cores)
    assert "--name my_ascon`" in (folder / "README.md").read_text()


@pytest.mark.parametrize(
    ("block", "bus", "settings", "top", "title"),
    [
        ("engine", "", ["Slots=2"], "engine", "AEAD engine with everything but AES-GCM"),
        ("engine", "", ["Aes=0"], "engine_aes0", "AEAD engine with Ascon and ChaCha20-Poly1305"),
        ("engine", "obi", ["MinPrivilege=3"], "engine_obi_minprivilege3", "AEAD engine with everything but AES-GCM"),
        ("engine-hardened", "", ["Slots=0"], "engine_hardened_slots0", "AEAD engine with every family, hardened"),
        ("aes-128", "", ["Decrypt=0"], "aes_128_decrypt0", "The AES block cipher (KeyBits = 128, Decrypt = 0)"),
    ],
)
def test_names_and_titles_follow_from_the_parameters(block, bus, settings, top, title):
    chosen = subject.of_block(block, bus, settings)
    assert chosen.top == f"vambrace_{top}" and chosen.title.startswith(title)


def test_names_do_not_depend_on_order_and_have_a_maximum_length():
    some = ["Aes=0", "Slots=1", "Early=0", "TwoPasses=1", "Watchdog=7"]
    first, two = (subject.of_block("engine", "axi4l", listed).top for listed in (some, some[::-1]))
    assert first == two and len(first) <= 60 and first.startswith("vambrace_engine_axi4l_")
    assert first != subject.of_block("engine", "axi4l", [*some[:-1], "Watchdog=8"]).top


@pytest.mark.parametrize("name", ["1a", "A", "a__b", "a_", "a-b", "vmb_x", "module", "always_ff", ""])
def test_invalid_names_are_rejected(name):
    if name:
        with pytest.raises(UsageError, match=re.escape(f"invalid name '{name}'")):
            subject.of("ascon", prefix=name)
    else:
        assert subject.of("ascon", prefix=name).top == "vambrace_ascon"
