# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Origins of records include all inputs of a measurement, and none of another algorithm."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from vambrace import config
from vambrace.base import code, store
from vambrace.base.paths import root
from vambrace.config.board import boards
from vambrace.hardware import blocks as block_models
from vambrace.hardware import model as models
from vambrace.hardware import rtl
from vambrace.measure import (
    area,
    bench,
    block,
    board,
    energy,
    explore,
    faults,
    fpga,
    frame,
    latency,
    memory,
    os,
    planner,
    profile,
    timing,
)
from vambrace.measure.kinds.faults import CHOICES
from vambrace.measure.origins import FRAME_FOLDERS
from vambrace.measure.registry import KINDS
from vambrace.measure.studies import ascon64, ciphers, pictures
from vambrace.results import inputs, record_store
from vambrace.silicon import faults as fault_simulator
from vambrace.silicon import parts
from vambrace.software.running import aead
from vambrace.software.toolchain import includes, program
from vambrace.software.toolchain.elf import Elf

#: Loads next to a test of an operating system, and their points.
LOADS = (
    ("none", "ibex-ref/none"),
    ("aes-256-ecb", "ibex-ref/none"),
    ("aes-256-cbc-bytes", "ibex-ref/none"),
    ("ascon-aead128", "ibex-ref/engine"),
)


def call(point: str, algorithm: str) -> bench.Task:
    return bench.Task(config.point(point), config.algorithms()[algorithm], config.scenarios()["zigbee"])


def tasks(kind: str) -> Iterator[object]:
    """Yield some tasks of a kind that differ in their inputs."""
    calls = [
        call("ibex-ref/none", "ascon-128"),
        call("ibex-ref/zkned", "aes-128-ccm"),
        call("ibex-fast/engine-axi4l", "chacha20-poly1305"),
        call("cv32e40x/zbkb", "ascon-hash256"),
        call("ibex-ref/aes-unit", "aes-256-cbc"),
    ]
    match kind:
        case "bench" | "throughput" | "alignment" | "explore":
            every = [*calls, call("rocket/engine", "aes-128-ccm"), call("rocket64/none", "ascon-128")]
            yield from map(waiting, every) if kind == "explore" else every
        case "profile":
            yield from (profile.Task(c, c.algorithm.operations[0]) for c in calls)
        case "kernel":
            yield from (profile.Task(c, "seal") for c in calls[:2])
        case "memory":
            yield from (memory.Task(c.point, c.algorithm) for c in calls)
        case "energy":
            yield from (energy.Task(c, energy.Options()) for c in calls[:2])
            yield energy.Task(call("ibex-ref/engine", "ascon-aead128"), energy.Options())
        case "latency":
            yield from (latency.Task(config.point(f"rocket/{e}"), 128) for e in ("none", "engine", "aes-unit"))
        case "ciphers":
            yield from ciphers.tasks(["seed"], "ibex-ref")
        case "pictures":
            yield from pictures.tasks(["32x32"], ["ecb"])
        case "ascon64":
            yield from (
                ascon64.Task(ascon64.STYLES[style], "ascon-128", 64, core)
                for style in ("ref", "c", "assembly")
                for core in ("rocket64", ascon64.SPIKE)
            )
        case "faults":
            engine_block = parts.blocks()["engine-ascon"]
            yield from (faults.Task(engine_block, "ascon-aead128", choice) for choice in CHOICES)
        case "os":
            yield from (os.Task(config.point(place), "message", load) for load, place in LOADS)
        case _:
            yield from frames() if kind == "frame" else silicon(kind)


def waiting(run: bench.Task) -> explore.Task:
    """Return the same call with memories that have wait states."""
    return explore.Task(run.point, run.algorithm, run.scenario, waits=explore.Waits(data=1))


def frames() -> Iterator[object]:
    """Yield frames of protocols with one algorithm or two."""
    for point, name in (("ibex-ref/none", "ble"), ("ibex-ref/zkned", "dtls13-gcm"), ("rocket/engine", "lorawan")):
        yield frame.Task(config.point(point), config.frames()[name])


def silicon(kind: str) -> Iterator[object]:
    """Yield the same for blocks and for synthesis."""
    if kind == "block":
        yield from block.tasks(["aes-128", "ascon"], [], [], 65.0)
        return
    if kind == "board":
        yield board.Task(boards()["ulx3s"], config.point("ibex-ref/engine-ascon"))
        return
    points = [parts.of_point(config.point(p)) for p in ("ibex-ref/zkned", "ibex-ref/engine-obi", "rocket/engine")]
    subjects = [parts.blocks()["ascon"], parts.blocks()["xascon"], *points]
    make = {"area": area.Task, "fpga": fpga.Task, "timing": timing.Task}[kind]
    yield from map(make, subjects[: 4 if kind == "timing" else 5])


MEASUREMENTS = {kind: [planner.measurement(kind, task) for task in tasks(kind)] for kind in KINDS}
EVERY = [
    pytest.param(measurement, id=f"{measurement.kind} {' '.join(measurement.name[:3])}")
    for some in MEASUREMENTS.values()
    for measurement in some
]


def own(measurement: planner.Measurement) -> set[Path]:
    """Return our own files in an origin."""
    return {path for values in measurement.origin.inputs for path in inputs.of_files(values)}


@pytest.fixture(autouse=True)
def _fresh():
    record_store.forget()
    yield
    record_store.forget()


def hash_again() -> None:
    """Forget only hashes: the lists of files, and their contents, remain."""
    for cached in (record_store.stamp, inputs.digest, inputs._hashed):
        cached.cache_clear()


@pytest.fixture
def compiled(monkeypatch, tmp_path):
    """Replace compilation of programs: the files that a compiler would read are in this set."""
    read: set[Path] = set()

    def compile_objects(sources, flags, xlen=32, alike=False, compiler="gcc"):
        for source in filter(Path.is_file, sources):  # not those of systems that are downloaded
            read.update(includes.closure([source], program.compiling(source, flags, xlen)))
        return [tmp_path] * len(sources)

    monkeypatch.setattr(program, "compile_objects", compile_objects)
    monkeypatch.setattr(program, "archive", lambda name, members, objects: tmp_path)
    monkeypatch.setattr(program, "program_key", lambda *_: "key")
    monkeypatch.setattr(store, "entry", lambda kind, key, build: tmp_path)
    for cached in (program.library, ciphers.build.library):
        cached.cache_clear()
    yield read
    for cached in (program.library, ciphers.build.library):
        cached.cache_clear()


def programs(measurement: planner.Measurement) -> list[Elf]:
    """Return the files that a measurement compiles."""
    task = measurement.task
    run = {"profile": "call", "kernel": "call", "energy": "run"}.get(measurement.kind)
    if run:
        return [getattr(task, run).runner()]
    match measurement.kind:
        case "bench" | "throughput" | "alignment" | "explore":
            return [task.runner(), aead.probe(task.algorithm, task.point.build, task.algorithm.operations[0])]
        case "frame":
            return [task.runner()]
        case "memory":
            return [
                call(task.point.name, task.algorithm.name).runner(),
                aead.probe(task.algorithm, task.point.build, task.algorithm.operations[0]),
            ]
        case "latency" | "os":
            return [task.program()]
        case "ciphers":
            return [task.program(o) for o in ciphers.OPERATIONS]
        case "pictures":
            return [task.runner]
        case "ascon64":
            return [ascon64.Task.elf.func(task)]
    return []


@pytest.mark.parametrize("measurement", EVERY)
def test_files_that_a_compiler_reads_are_in_the_origin(measurement, compiled):
    created = programs(measurement)
    library = {path for path in compiled if path.is_relative_to(root() / "lib" / "src")}
    allowed = own(measurement)
    if measurement.kind in ("latency", "ascon64", "os"):  # linked with all of the library, of which they take a part
        taken = program.folders(primitive) if (primitive := _primitive(measurement)) else ()
        compiled -= {path for path in library if program.primitive(path) not in taken}
        if not primitive:
            compiled -= {path for path in compiled if path.is_relative_to(root() / "lib")}
    if measurement.kind in ("bench", "throughput", "alignment", "explore"):
        compiled -= {
            path for path in library if program.primitive(path) not in program.folders(measurement.task.algorithm.name)
        }
    if measurement.kind == "frame":
        taken = {f for name in (*FRAME_FOLDERS, *measurement.task.frame.algorithms) for f in program.folders(name)}
        compiled -= {path for path in library if program.primitive(path) not in taken}
    assert not created or compiled
    assert {path for path in compiled if path.is_relative_to(root())} <= allowed
    assert not created or root() / "firmware" / "common" / "link.ld" in allowed


def _primitive(measurement: planner.Measurement) -> str:
    if measurement.kind == "os":
        load = measurement.task.next_to
        return load.algorithm if load.own else ""
    return "aes" if measurement.kind == "latency" else "ascon"


@pytest.mark.parametrize("measurement", EVERY)
def test_sources_of_hardware_are_in_the_origin(measurement):
    allowed, read = own(measurement), set()
    if measurement.kind == "block":
        read |= set(block_models.sources(measurement.task.spec))
    for need in () if measurement.kind in ("area", "block", "board", "faults", "fpga", "timing") else measurement.needs:
        spec = need.key
        assert isinstance(spec, models.ModelSpec)
        read |= {
            *_ours(models.design_of(spec)),
            *(path for path in (root() / "soc" / "sim").rglob("*") if path.is_file()),
        }
    subject = getattr(measurement.task, "subject", None)
    for part in (
        subject.parts if subject else [measurement.task.part] if measurement.kind in ("board", "energy") else []
    ):
        read |= set(_ours(part.design()))
    if measurement.kind == "energy":
        read |= set((root() / "soc" / "gates").iterdir())
    if measurement.kind == "faults":
        read |= {*fault_simulator.sources(), *fault_simulator.headers()}
    assert read or "spike" in measurement.name
    assert {path for path in read if path.suffix != ".md"} <= allowed


def _ours(design: rtl.Design) -> list[Path]:
    return [path for path in design.digest_inputs() if path.is_relative_to(root()) and ".venv" not in path.parts]


@pytest.mark.parametrize("measurement", EVERY)
def test_each_file_of_an_origin_counts(measurement, monkeypatch):
    """A changed byte in any file changes the stamp."""
    before = record_store.stamp(measurement.origin)
    real = inputs.content
    every = sorted(own(measurement))
    for changed in [*every[:: max(1, len(every) // 12)], every[-1]]:
        with monkeypatch.context() as patch:
            hash_again()
            patch.setattr(inputs, "content", lambda path, changed=changed: "other" if path == changed else real(path))
            assert record_store.stamp(measurement.origin) != before, changed
    record_store.forget()
    monkeypatch.undo()
    record_store.forget()
    assert record_store.stamp(measurement.origin) == before


def changed_below(monkeypatch, *folders: str):
    """Return the measurements that become stale after a change of all files in some folders."""
    before = {(j.kind, j.name): record_store.stamp(j.origin) for some in MEASUREMENTS.values() for j in some}
    real = inputs.content

    def content(path: Path) -> str:
        return "other" if any(path.is_relative_to(root() / folder) for folder in folders) else real(path)

    hash_again()
    with monkeypatch.context() as patch:
        patch.setattr(inputs, "content", content)
        after = {(j.kind, j.name): record_store.stamp(j.origin) for some in MEASUREMENTS.values() for j in some}
    hash_again()
    return {key for key in before if before[key] != after[key]}


def test_a_change_makes_only_dependent_measurements_stale(monkeypatch):
    every = {(j.kind, j.name) for some in MEASUREMENTS.values() for j in some}
    hardware = {key for key in every if key[0] in ("area", "fpga", "timing", "block")}
    chacha = {key for key in every if any("chacha" in str(part) for part in key[1])}
    framed = {key for key in every if key[0] == "frame"}  # lib/src/frames, a part of which calls ChaCha20
    assert chacha and changed_below(monkeypatch, "lib/src/chacha", "lib/src/poly1305") == chacha | framed
    assert changed_below(monkeypatch, "firmware/frames") == framed
    assert changed_below(monkeypatch, "lib", "firmware", "studies", "soc/sim", "soc/spike") == every - hardware
    assert {k for k, _ in changed_below(monkeypatch, "soc/gates")} == {"energy", "faults"}
    assert {k for k, _ in changed_below(monkeypatch, "soc/blocks")} == {"block"}
    ciphers_alone = changed_below(monkeypatch, "studies/ciphers")
    assert {kind for kind, _ in ciphers_alone} == {"ciphers"}
    ascon_core = changed_below(monkeypatch, "rtl/ascon")
    assert ("area", ("ascon", "", "")) in ascon_core and ("area", ("xascon", "", "")) not in ascon_core
    assert not any("ibex-ref/zkned" in name for _, name in ascon_core)
    rocket = changed_below(monkeypatch, "cores/rocket")
    assert rocket == {key for key in every if any("rocket" in str(part) for part in key[1])}


@pytest.mark.parametrize("measurement", EVERY)
def test_code_tools_and_configuration_count(measurement, monkeypatch):
    before = record_store.stamp(measurement.origin)
    results = {before}

    def now() -> str:
        hash_again()
        return record_store.stamp(measurement.origin)

    with monkeypatch.context() as patch:
        patch.setitem(inputs._KINDS, "code", lambda module: "other")
        results.add(now())
    with monkeypatch.context() as patch:
        patch.setitem(inputs._KINDS, "tool", lambda name: "other")
        results.add(now())
    entries = [values for values in measurement.origin.inputs if values[0] == "entry"]
    real = inputs._entries
    for _, file, name in entries:
        with monkeypatch.context() as patch:
            changed = {**real(file), name: {**real(file)[name], "more": 1}}
            patch.setattr(inputs, "_entries", lambda f, file=file, changed=changed: changed if f == file else real(f))
            results.add(now())
    assert len(results) == 3 + len(entries)
    module = next(values[1] for values in measurement.origin.inputs if values[0] == "code")
    assert f"vambrace.measure.kinds.{measurement.kind}" in code.imports(module)
    assert "vambrace.measure.origins" in code.imports(module)


def test_hundreds_are_found_in_a_second():
    import time

    calls = [
        bench.Task(p, a, s)
        for p in config.points().values()
        for a in config.algorithms().values()
        if a.default
        for s in config.scenarios().values()
    ]
    record_store.forget()
    began = time.process_time()
    planner.find(planner.measurement("bench", task) for task in calls)
    assert len(calls) > 400 and time.process_time() - began < 2
