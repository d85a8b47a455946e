# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The linker's map, the compiler's stack report, and the tables of memory: nothing is simulated."""

import pytest
from click.testing import CliRunner

from tests.builds import BUILDS
from vambrace import config
from vambrace.analysis import linker_map, stack_reports
from vambrace.analysis.linker_map import ALIGNMENT
from vambrace.analysis.stack import Unbounded
from vambrace.base.errors import VambraceError
from vambrace.cli import main as cli
from vambrace.measure import memory, planner
from vambrace.measure.kinds.memory import Memory
from vambrace.software.running import aead
from vambrace.view import memory_table

MAP = """
Discarded input sections

 .text          0x0000000000000000       0x64 /x/libvambrace.a(aes_aes.o)

Linker script and memory map

.text.library   0x0000000080000100       0x70
 *(.text .text.*)
 .text.vmb_short
                0x0000000080000100       0x34 /x/libvambrace.a(aes_aes.o)
                0x0000000080000100                vmb_short
 .text.a        0x0000000080000134        0xa /x/libvambrace.a(aes_aes.o)
 *fill*         0x000000008000013e        0x2
 .text          0x0000000080000140       0x30 /x/libgcc.a(div.o)
 .text.empty    0x0000000080000170        0x0 /x/libvambrace.a(none.o)

.rodata.library
                0x0000000080000170       0x10
 *(.rodata .rodata.* .srodata .srodata.*)
 .rodata.table  0x0000000080000170       0x10 /x/libvambrace.a(aes_aes.o)
"""


def test_a_map_is_read_by_object():
    assert linker_map.read(MAP) == {
        ".text.library": {"aes_aes.o": 0x3E, ALIGNMENT: 2, "div.o": 0x30},
        ".rodata.library": {"aes_aes.o": 0x10},
    }


def test_shares_add_up_to_the_program():
    algorithm, build = config.algorithms()["aes-128-ccm"], BUILDS["none"]
    shares = linker_map.shares(aead.probe(algorithm, build, "seal"))
    footprint = aead.footprint(algorithm, build, "seal")
    assert sum(s.code_bytes for s in shares) == footprint.code_bytes
    assert sum(s.static_bytes for s in shares) == footprint.static_bytes
    assert {"aes_ccm.o", "aes_aes_rv32_rounds.o", "common_common.o"} <= {s.object for s in shares}


def test_a_map_of_another_program_is_rejected(monkeypatch):
    elf = aead.probe(config.algorithms()["ascon-128"], BUILDS["none"], "seal")
    monkeypatch.setattr(linker_map, "read", lambda text: {".text.library": {"a.o": 1}})
    with pytest.raises(VambraceError, match=r"1 bytes in \.text\.library"):
        linker_map.shares(elf)


def test_a_stack_report_is_read():
    text = "a.c:1:5:f\t32\tstatic\na.c:9:1:g.constprop\t0\tstatic\n"
    assert stack_reports.read(text) == {"f": 32, "g.constprop": 0}


@pytest.mark.parametrize("qualifier", ["dynamic", "dynamic,bounded"])
def test_a_frame_without_a_fixed_size_is_rejected(qualifier):
    with pytest.raises(Unbounded, match=f"f: its frame is {qualifier} according to the compiler"):
        stack_reports.read(f"a.c:1:5:f\t32\t{qualifier}\n")


def test_frames_must_be_those_of_the_compiler():
    build = BUILDS["none"]
    assert stack_reports.check({"vmb_wipe_stack": 640}, ["common_common.o"], build) == 1
    assert stack_reports.check({"vmb_wipe_stack": 640}, ["aes_ccm.o"], build) == 0
    with pytest.raises(VambraceError, match="vmb_wipe_stack: a frame of 656 bytes, but 640 according to the compiler"):
        stack_reports.check({"vmb_wipe_stack": 656}, ["common_common.o"], build)


def record(**changes) -> dict:
    call = {"stack_worst_bytes": 64, "stack_bytes": 64, "stack_painted_bytes": 64, "stack_path": ["f", "g"]}
    call.update((name, value) for name, value in changes.items() if name in call)
    fields = {
        "core": "ibex-ref", "profile": "size", "accesses": "misaligned", "kind": "aead", "operation": "seal",
        "algorithm": "ascon-128", "extensions": "none", "code_bytes": 1000, "static_bytes": 16, "key_bytes": 16,
        "sum_bytes": 1080, "published_bytes": 1200, "frames_compared": 3,
        "objects": {"a.o": {"code_bytes": 1000, "static_bytes": 16}},
        "calls": {"init": {**call, "stack_worst_bytes": 8, "stack_bytes": 0}, "seal": call},
        **call,
    }  # fmt: skip
    return {**fields, **changes}


def test_agreement_is_not_mentioned():
    assert list(memory_table.differences(Memory.of(record()))) == []


def test_differences_are_explained():
    lines = list(memory_table.differences(Memory.of(record(stack_bytes=48, stack_painted_bytes=40))))
    assert lines == [
        "seal reaches 64 bytes through f > g, which no message executed: the deepest reached 48",
        "no message wrote the lowest 8 bytes of the frames reached",
    ]
    padded = list(memory_table.differences(Memory.of(record(stack_painted_bytes=56))))
    assert padded == ["no message wrote the lowest 8 bytes of g's frame"]


def test_the_table_sums_and_compares():
    (grid,) = memory_table.grids([record()])
    row = dict(zip(grid.head, grid.rows[0], strict=True))
    assert (row["code"], row["static"], row["stack"], row["sum"]) == ("1,000", "16", "64", "1,080")
    assert (row["published"], row["of published"]) == ("1,200", "90.0 %")
    assert "zigbee cycles" not in row
    objects = list(memory_table.grids([record()], objects=True))[1]
    assert objects.rows == [["ascon-128", "none", "a.o", "1,000", "16"]]


def test_cycles_belong_to_the_same_build():
    packets = [
        record(scenario="zigbee", cycles=14000),
        record(scenario="ipv6", cycles=125000),
        record(scenario="ipv6", cycles=1, profile="speed"),
    ]
    (grid,) = memory_table.grids([record()], packets)
    row = dict(zip(grid.head, grid.rows[0], strict=True))
    assert (row["zigbee cycles"], row["ipv6 cycles"]) == ("14,000", "125,000")
    assert "cycles: of the same build, for a packet, without key set-up" in grid.notes


@pytest.mark.parametrize(
    ("arguments", "points"),
    [
        (
            [],
            {
                f"ibex-ref/{e}{p}"
                for e in ("none", "zbkb", "xascon", "xasconp", "zbkb+xascon", "engine")
                for p in ("", ":size")
            },
        ),
        (["ibex-fast/zbkb", "--profile", "size"], {"ibex-fast/zbkb:size"}),
        (["ibex-ref/zkned"], {"ibex-ref/zkned", "ibex-ref/zkned:size"}),
    ],
)
def test_what_is_measured(monkeypatch, arguments, points):
    seen: list[memory.Task] = []
    kinds: set[str] = set()
    monkeypatch.setattr(planner, "measure", lambda kind, tasks: (kinds.add(kind) or seen.extend(tasks) or [], []))
    done = CliRunner().invoke(cli.main, ["memory", "-a", "ascon-128", *arguments])
    assert done.exception is None
    assert {t.point.name for t in seen} == points
    assert kinds == {"memory", "bench"}
