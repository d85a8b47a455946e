# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The measurements of `vambrace bench --by offset`, and its tables."""

from dataclasses import replace

import click
import pytest
from click.testing import CliRunner

from vambrace import config
from vambrace.base.errors import UsageError
from vambrace.cli.main import main
from vambrace.measure import alignment
from vambrace.software.oracles import messages
from vambrace.software.running import jobs
from vambrace.software.toolchain import program
from vambrace.view import alignment_table


def of(algorithm: str) -> list:
    return alignment.tasks([config.point("ibex-ref/none")], [algorithm], [config.scenarios()["zigbee"]])


@pytest.mark.parametrize(
    ("algorithm", "moved"),
    [
        ("ascon-aead128", ["input", "output", "associated data", "all"]),
        ("aes-128-cbc", ["input", "output", "all"]),
        ("ascon-hash256", ["input", "all"]),
        ("ascon-cxof128", ["input", "associated data", "all"]),
    ],
)
def test_every_buffer_of_an_algorithm_is_moved(algorithm, moved):
    names = [alignment.placement_of(t.scenario) for t in of(algorithm)]
    assert names == ["aligned", *(f"{what} at {n}" for what in moved for n in (1, 2, 3))]


def test_buffers_follow_the_placement():
    """Contents and the other buffers do not change."""
    plain = messages.packet(config.algorithms()["aes-128-ccm"], config.scenarios()["zigbee"])
    for task in of("aes-128-ccm"):
        name = alignment.placement_of(task.scenario)
        what, n = alignment.moved(name), alignment.offset(name)
        buffers = {"input": ["in"], "output": ["out"], "associated data": ["ad"], "all": ["in", "out", "ad"], "": []}
        for (job, out, tag), before in zip(messages.packet(task.algorithm, task.scenario), plain, strict=True):
            assert job.align == dict.fromkeys(buffers[what], n)
            assert (job.but(align={}), out, tag) == before
            offsets = job._layout.offsets
            assert all((offsets[b] % 4 == n) == (b in buffers[what]) for b in ("in", "out", "ad") if n)


@pytest.mark.parametrize("name", ["aes-128-ccm", "aes-128-cbc", "ascon-hash256", "ascon-cxof128"])
def test_a_frame_is_one_buffer_that_is_encrypted_in_place(name):
    """Header, message and tag, with the header at a word boundary: their lengths determine the other positions."""
    known, packet = config.algorithms()[name], config.scenarios()["zigbee"]
    frame = config.scenarios()["zigbee-frame"]
    assert (frame.ad, frame.message) == (packet.ad, packet.message) and frame.ad % 4 == 1
    for job, out, tag in messages.packet(known, frame):
        at = job._layout.offsets
        assert at["in"] % 4 == 1 and at["out"] == (at["in"] if out else at["out"])
        if known.kind == "aead":
            assert at["ad"] % 4 == 0 and at["in"] == at["ad"] + frame.ad and at["tag"] == at["in"] + len(job.data)
        image = jobs.encode([job])
        written = {"out": out, "tag": tag}
        after = bytearray(image)
        for buffer in jobs.OUTPUTS[job.op]:
            start = 4 * jobs.IMAGE_WORDS + (at[buffer] or 0)
            after[start : start + len(written.get(buffer, b""))] = written.get(buffer, b"")
        (result,) = jobs.decode(bytes(after), [job])
        assert (result.out, result.tag, result.violations) == (out, tag, ())
    assert list(config.packets()) == ["zigbee", "ipv6"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["bench", "rocket/none", "--accesses", "misaligned"], "rocket traps on misaligned accesses: only --accesses"),
        (["run", "x.c", "--point", "rocket/none", "--accesses", "misaligned"], "misaligned is for ibex-ref, ibex-fast"),
        (["run", "x.c", "--point", "ibex-ref/none", "--strict-alignment", "--accesses", "misaligned"], "only --acc"),
        (
            ["bench", "--by", "offset", "-s", "zigbee-frame"],
            "zigbee-frame fixes the position of its buffers; use zigbee or ipv6",
        ),
        (["bench", "--by", "offset", "--all"], "--all is for --by packet"),
        (["bench", "--by", "offset", "--size", "5"], "--size is for --by length"),
        (["bench", "--by", "length", "-s", "zigbee"], "--scenario is for --by packet or offset"),
        (["bench", "--size", "5"], "--size is for --by length"),
        (["bench", "--by", "length", "--clock", "5"], "--clock is for --block"),
        (["bench", "--by", "length", "--block", "aes-128", "ibex-ref/none"], "omit POINT"),
        (["bench", "--by", "lenght"], "did you mean 'length'?"),
        (["throughput", "ibex-ref"], "`vambrace throughput` is now `vambrace bench --by length`"),
        (["alignment"], "`vambrace alignment` is now `vambrace bench --by offset`"),
        (["bench", "--accesses", "aligne"], "one of: aligned, misaligned"),
    ],
)
def test_contradictory_arguments_are_rejected(arguments, words):
    wrong = CliRunner().invoke(main, arguments, standalone_mode=False).exception
    assert isinstance(wrong, UsageError | click.UsageError) and words in str(wrong) and "\n" not in str(wrong)


def test_a_library_makes_only_accesses_that_its_core_executes():
    for name, point in config.points().items():
        executed = point.core.accesses
        assert point.build.misaligned == (executed == "misaligned") == bool(program.access_flags(point.build))
        aligned = config.with_accesses(point, "aligned")
        assert aligned.accesses == "aligned" and not aligned.build.misaligned
        assert (aligned == point) == (executed == "aligned") == (aligned.name == name)
        assert config.with_accesses(point, None) == config.with_accesses(point, executed) == point
    assert {c.name for c in config.cores().values() if c.accesses == "misaligned"} == {
        "ibex-ref",
        "ibex-fast",
        "cv32e40x",
    }
    small = replace(config.point("ibex-ref/zkned"), profile="size", aligned=True)
    assert small.name == "ibex-ref/zkned:size:aligned"


def test_the_worst_of_a_row_is_compared_with_aligned():
    record = {
        "core": "ibex-ref",
        "scenario": "zigbee",
        "operation": "seal",
        "algorithm": "ascon-aead128",
        "extensions": "none",
        "accesses": "misaligned",
    }
    cycles = {"aligned": 1000, "input at 1": 1100, "input at 2": 1250, "input at 3": 900, "all at 2": 2000}
    records = [{**record, "placement": name, "cycles": n} for name, n in cycles.items()]
    worst, grid = alignment_table.grids(records)
    assert worst.head[2:] == ["aligned", "input", "output", "associated data", "all"]
    assert worst.rows == [["ascon-aead128", "none", "1,000", "+25.0%", "", "", "+100.0%"]]
    assert grid.rows == [
        ["ascon-aead128", "none", "input", "1,000", "1,100", "1,250", "900", "+25.0%"],
        ["ascon-aead128", "none", "all", "1,000", "", "2,000", "", "+100.0%"],
    ]
    worst, grid = alignment_table.grids(records[1:2])
    assert worst.rows == [["ascon-aead128", "none", "", "", "", "", ""]]
    assert grid.rows == [["ascon-aead128", "none", "input", "", "1,100", "", "", ""]]


def test_aligned_accesses_are_named_on_cores_with_misaligned_ones():
    entry = {"scenario": "zigbee", "operation": "seal", "algorithm": "ascon-aead128", "extensions": "none"}
    for core, accesses, name in (
        ("ibex-ref", "misaligned", "none"),
        ("ibex-ref", "aligned", "none, aligned accesses"),
        ("rocket", "aligned", "none"),
    ):
        record = {**entry, "core": core, "accesses": accesses, "placement": "aligned", "cycles": 1}
        worst, _ = alignment_table.grids([record])
        assert worst.rows[0][1] == name
