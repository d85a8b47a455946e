# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Measured results are right, or there is no record: runs with made-up results."""

from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import pytest

from tests.report import made_up
from vambrace import config
from vambrace.analysis.stack import Use
from vambrace.base import work
from vambrace.base.errors import UsageError, VambraceError
from vambrace.cli.options import Bytes
from vambrace.measure import bench, memory
from vambrace.measure import timing as timing_records
from vambrace.measure.record_files import check
from vambrace.measure.selectors import make_selector
from vambrace.software.oracles import messages
from vambrace.software.oracles.messages import WrongResult
from vambrace.software.running import aead, jobs
from vambrace.software.running.simulate import Counts
from vambrace.software.toolchain.program import Elf

COUNTS = Counts(cycles=7, instret=5, bytes_fetched=3, bytes_loaded=2, bytes_stored=1)
TASK = bench.Task(config.points()["ibex-ref/none"], config.algorithms()["ascon-128"], config.scenarios()["zigbee"])
PEER = next(p for p in config.peers().values() if "ascon-128" in p.algorithms or p.algorithms)


def good(expected: messages.Expected) -> jobs.Result:
    """Return the result of a correct call."""
    return jobs.Result(jobs.OK, jobs.OK, expected.out, b"", expected.tag, b"", b"", b"", (), ())


@pytest.fixture
def outcome(monkeypatch, tmp_path):
    """Make runs end with results that a test changes; return the list of them."""
    results = [good(e) for e in messages.packet(TASK.algorithm, TASK.scenario)]
    elf = tmp_path / "program.elf"
    elf.write_bytes(b"program")
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(bench.Task, "runner", lambda self: Elf(elf))
    monkeypatch.setattr(bench.Task, "footprint", lambda self, operation: aead.Footprint(1, 2, 3))
    monkeypatch.setattr(bench.model, "build", lambda spec: tmp_path)
    monkeypatch.setattr(bench.model, "key", lambda spec: "a model")
    counted = [COUNTS] * len(results)
    monkeypatch.setattr(
        bench.aead,
        "run_jobs",
        lambda *_, **__: aead.JobsRun(list(results), list(counted), list(counted), list(counted)),
    )
    return results


def test_a_run_without_a_fault_is_measured(outcome):
    assert bench.run_packet(TASK) == {o: {"init": COUNTS, "operation": COUNTS} for o in ("seal", "open")}


@pytest.mark.parametrize(
    "wrong",
    [
        {"violations": ("3 bytes behind out: a5 became 00",)},
        {"violations": (jobs.FINDINGS[1 << 19],)},
        {"violations": (jobs.KEY_CHANGED,)},
        {"violations": (jobs.KEY_LEFT,)},
        {"out": b"\0"},
        {"tag": b"\0"},
        {"status": jobs.ERR_TAG},
        {"init_status": jobs.ERR_LENGTH},
    ],
    ids=lambda w: f"{next(iter(w))} {next(iter(w.values()))!s:.20}",
)
@pytest.mark.parametrize("which", [0, 1])
def test_a_wrong_call_is_not_measured(outcome, wrong, which):
    outcome[which] = replace(outcome[which], **wrong)
    with pytest.raises(WrongResult, match="zigbee: wrong result: "):
        bench.run_packet(TASK)


def test_known_differences_are_allowed_only_for_peers(outcome, monkeypatch):
    outcome[0] = replace(outcome[0], violations=(jobs.KEY_CHANGED, jobs.KEY_LEFT))
    monkeypatch.setattr(bench.Task, "called", TASK.algorithm)
    outcome.append(replace(outcome[1], status=jobs.ERR_TAG))  # of the wrong tag
    bench.run_packet(replace(TASK, peer=PEER))
    outcome[0] = replace(outcome[0], violations=("before the first buffer: a5 became 00",))
    with pytest.raises(WrongResult):
        bench.run_packet(replace(TASK, peer=PEER))


def test_a_peer_that_accepts_a_wrong_tag_is_not_measured(outcome, monkeypatch):
    monkeypatch.setattr(bench.Task, "called", TASK.algorithm)
    outcome.append(outcome[1])
    with pytest.raises(WrongResult, match="accepts a wrong tag: status 0"):
        bench.run_packet(replace(TASK, peer=PEER))


def test_a_result_belongs_to_its_model_program_and_packet(outcome, monkeypatch):
    """Other results are measured again."""
    runs = []
    full = bench.run_packet
    monkeypatch.setattr(bench, "run_packet", lambda task: runs.append(task) or full(task))

    def measured() -> int:
        bench.measure(TASK)
        bench.measure(TASK)
        return len(runs)

    assert measured() == 1
    monkeypatch.setattr(bench.model, "key", lambda spec: "another model")
    assert measured() == 2
    TASK.runner().path.write_bytes(b"another program")
    assert measured() == 3
    usual = messages.packet
    monkeypatch.setattr(messages, "packet", lambda algorithm, scenario, seed=2: usual(algorithm, scenario, seed))
    outcome[:] = [good(e) for e in messages.packet(TASK.algorithm, TASK.scenario)]
    monkeypatch.setattr(bench, "run_packet", lambda task: runs.append(task) or full(task, 2))
    assert measured() == 4


def test_a_failed_task_is_reported_and_the_others_continue():
    done, failed = [], []

    def do(item: int) -> int:
        if item % 2:
            raise VambraceError(f"{item // 2} is broken")
        return 10 * item

    actual = work.each([0, 1, 2, 3], do, str, done.append, failed.append)
    assert actual == {0: 0, 2: 20} and sorted(done) == ["0", "2"]
    assert sorted(failed) == ["1: 0 is broken", "3: 1 is broken"]


def test_statuses_have_signs():
    (job,) = (jobs.Job("seal", b"k" * 16, b"n" * 16, b"", b"text"),)
    image = bytearray(jobs.encode([job]))
    for word, status in ((jobs.INIT_STATUS, 0), (jobs.STATUS, jobs.ERR_ARGUMENT)):
        at = 4 * (jobs.IMAGE_WORDS + word)
        image[at : at + 4] = (status & 0xFFFFFFFF).to_bytes(4, "little")
    (result,) = jobs.decode(bytes(image), [job])
    assert (result.init_status, result.status) == (0, jobs.ERR_ARGUMENT) == (0, -3)


def test_a_guard_is_wider_than_a_block():
    """A stray store of a whole block of AES, or of Ascon, stays inside."""
    job = jobs.Job("seal", b"k" * 16, b"n" * 16, b"", b"text")
    offsets = sorted(o for o in jobs._lay_out(job).offsets.values() if o is not None)
    sizes = [s for s in job.sizes().values() if s]
    assert jobs.GUARD >= 16 and all(b - a >= 16 for a, b in pairwise(offsets)) and len(sizes) == 5


def test_the_worst_case_is_the_deeper_stack():
    shallow, deep = Use(100, ("a",)), Use(300, ("b",))
    assert memory.Worst(init=shallow, call=deep).deepest == memory.Worst(init=deep, call=shallow).deepest == deep


@pytest.mark.parametrize("value", [float("nan"), float("inf"), True, None, "7"])
def test_a_figure_of_a_record_is_a_finite_number(value):
    (record, *_) = made_up.latency()
    check("x", [record])
    with pytest.raises(UsageError, match="record 1: 'cycles' is not a number"):
        check("x", [record | {"cycles": value}])


@pytest.mark.parametrize(("text", "size"), [("64K", 65536), ("4M", 4 << 20), ("100", 100), ("1k", 1024)])
def test_sizes(text, size):
    assert Bytes().convert(text, None, None) == size


GIVEN = {"record": "bench", "metric": ["code_bytes", "stack_bytes"], "point": "ibex-ref/none", "algorithm": "ascon-128",
         "operation": "seal", "scenario": "ipv6"}  # fmt: skip
MEANT = {"core": "ibex-ref", "extensions": "none", "profile": "speed", "algorithm": "ascon-128", "operation": "seal",
         "scenario": "ipv6", "code_bytes": 30, "stack_bytes": 4, "configuration": {"caches": None}}  # fmt: skip


def test_a_selector_fits_one_record():
    selector = make_selector(GIVEN, "test")
    assert selector.fits(MEANT) and selector.figure(MEANT) == 34
    assert selector.figure({**MEANT, "stack_bytes": None}) is None
    for field in ("core", "extensions", "profile", "algorithm", "operation", "scenario"):
        assert not selector.fits({**MEANT, field: "another"}), field
        assert not selector.fits({k: v for k, v in MEANT.items() if k != field}), f"without {field}"
        assert not selector.fits({**MEANT, field: None}), f"{field} is null"


def test_only_the_state_of_caches_may_be_missing():
    """A core without caches has records without a cache state."""
    selector = make_selector(GIVEN | {"caches": "warm"}, "test")
    for caches, fits in (("warm", True), (None, True), ("cold", False)):
        assert selector.fits({**MEANT, "configuration": {"caches": caches}}) == fits


def test_the_clock_follows_the_slowest_part(monkeypatch):
    """This also applies if the core is faster than its accelerator."""
    monkeypatch.setattr(timing_records.tools, "version", lambda name: "0")
    monkeypatch.setattr(timing_records.synthesis, "source_hash", lambda part: "hash")
    monkeypatch.setattr(timing_records, "constraints", lambda liberty: ("INV", 1))
    monkeypatch.setattr(timing_records, "_part", lambda timing, liberty: {})

    def timing(name: str, period: float) -> SimpleNamespace:
        return SimpleNamespace(part=SimpleNamespace(name=name), period=period, fmax=1000 / period, spread=0.1)

    entry = dict.fromkeys(("core", "extensions", "block", "engine", "coupling"))
    subject = SimpleNamespace(point=None, names=lambda: entry)
    liberty = SimpleNamespace(name="cells", digest="1", conditions="typical")
    for timings in ([timing("core", 10.0), timing("engine", 12.5)], [timing("core", 12.5), timing("engine", 10.0)]):
        record = timing_records.record(subject, timings, None, liberty)
        slow = max(timings, key=lambda t: t.period)
        assert (record["part"], record["period_ns"], record["fmax_mhz"]) == (slow.part.name, 12.5, 80.0)
