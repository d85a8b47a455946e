# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Memory of each algorithm on each point: code and static bytes of the linked program, and the stack.

The worst case of the stack is computed from the machine code (stack_analysis); each frame of a C function is compared
with the compiler's report. Runs on RTL must not use more.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace

from vambrace import __version__, config
from vambrace.analysis import linker_map, stack_paint, stack_reports
from vambrace.analysis.stack import Program, Use
from vambrace.analysis.stack_paint import Depth
from vambrace.base import tools
from vambrace.base.errors import VambraceError
from vambrace.config import Algorithm, Point
from vambrace.hardware import model as model_module
from vambrace.hardware import rtl
from vambrace.measure import bench, calls, needs, origins
from vambrace.measure.kinds.memory import Configuration, Memory
from vambrace.measure.measured import Measured
from vambrace.results.kind import Selector
from vambrace.results.origin import Origin
from vambrace.results.schema import Json
from vambrace.software.running import aead
from vambrace.software.toolchain import program


@dataclass(frozen=True)
class Task:
    """One algorithm on one point, which includes the profile."""

    point: Point
    algorithm: Algorithm

    @property
    def label(self) -> str:
        return f"{self.point.name} {self.algorithm.name}"

    @property
    def model(self) -> model_module.ModelSpec:
        return model_module.shared(self.point.core, self.point.extensions)


def tasks(points: list[Point], algorithms: list[str]) -> tuple[list[Task], list[str]]:
    """Return the tasks of all points that have an algorithm, and a line for each algorithm that an engine lacks."""
    config.only_rv32(points, "stack analysis")
    known = config.algorithms()
    planned = [bench.Task(p, known[a], next(iter(config.scenarios().values()))) for p in points for a in algorithms]
    possible, lines = bench.measurable(planned)
    return [Task(t.point, t.algorithm) for t in possible], lines


@dataclass(frozen=True)
class Worst:
    """The worst case of an operation: of its key set-up, and of the call itself."""

    init: Use
    call: Use

    @property
    def deepest(self) -> Use:
        return max(self.call, self.init, key=lambda use: use.bytes)


def worst(task: Task, operation: str) -> tuple[Worst, int]:
    """Return the worst case, and the number of frames of C functions compared with the compiler's reports."""
    elf = aead.probe(task.algorithm, task.point.build, operation)
    analysed = Program(elf)
    init = Use(0, ())
    if task.algorithm.kind != "hash":
        init = analysed.use(elf.present(*aead.init_names(task.algorithm)))
    call = analysed.use(task.algorithm.function(operation))
    objects = [s.object for s in linker_map.shares(elf)]
    return Worst(init, call), stack_reports.check(analysed.frames, objects, task.point.build)


def records(task: Task) -> list[Json]:
    """Return a record for each operation. VambraceError if a run used more stack than the worst case."""
    cases = {operation: worst(task, operation) for operation in task.algorithm.operations}
    depths = stack_paint.measure(task.point, task.algorithm, max(w.deepest.bytes for w, _ in cases.values()))
    return [_record(task, operation, *cases[operation], depths) for operation in task.algorithm.operations]


def _record(task: Task, operation: str, case: Worst, compared: int, depths: dict[str, Depth]) -> Json:
    point, algorithm = task.point, task.algorithm
    footprint = aead.footprint(algorithm, point.build, operation)
    objects = linker_map.shares(aead.probe(algorithm, point.build, operation))
    init, call = depths.get("init", Depth(0, 0)), depths[operation]
    for name, use, depth in (("init", case.init, init), (operation, case.call, call)):
        if max(depth.sp, depth.painted) > use.bytes:
            raise VambraceError(
                f"{task.label}: {name} uses {depth.sp} bytes of stack and changes {depth.painted}, more than the worst "
                f"case, {use.bytes}"
            )
    return Memory(
        library="vambrace",
        **calls.of_point(point),
        algorithm=algorithm.name,
        kind=algorithm.kind,
        operation=operation,
        code_bytes=footprint.code_bytes,
        static_bytes=footprint.static_bytes,
        key_bytes=footprint.key_bytes,
        stack_worst_bytes=case.deepest.bytes,
        stack_bytes=max(init.sp, call.sp),
        stack_painted_bytes=max(init.painted, call.painted),
        stack_path=list(case.deepest.path),
        sum_bytes=footprint.code_bytes + footprint.static_bytes + case.deepest.bytes,
        objects={s.object: {"code_bytes": s.code_bytes, "static_bytes": s.static_bytes} for s in objects},
        calls={
            name: {"stack_worst_bytes": use.bytes, "stack_path": list(use.path), **_measured(depth)}
            for name, use, depth in (("init", case.init, init), (operation, case.call, call))
            if use.path
        },
        frames_compared=compared,
        tools={
            "vambrace": __version__,
            **{name: tools.version(name) for name in (program.GCC, "picolibc", "verilator", "g++")},
            point.core.upstream: rtl.version(point.core.upstream),
        },
        configuration=Configuration(
            library_flags=" ".join(program.library_flags(point.build)),
            messages=[{"ad_bytes": a, "message_bytes": m, "unaligned": u} for a, m, u in stack_paint.lengths()],
        ),
    ).json()


def _measured(depth: Depth) -> dict[str, int]:
    depths = asdict(depth)
    return {"stack_bytes": depths["sp"], "stack_painted_bytes": depths["painted"]}


def _task(selector: Selector, point: str) -> Task:
    return Task(calls.point(selector, point), calls.algorithm(selector))


def _name(task: Task) -> tuple[str, ...]:
    return task.point.name, task.algorithm.name


def _origin(task: Task) -> Origin:
    return origins.call(__name__, task.point, task.algorithm)


def _usual(points: Sequence[Point]) -> Iterator[Task]:
    planned = bench.usual_calls(calls.points_or_reference(points))
    for task in dict.fromkeys(Task(t.point, t.algorithm) for t in planned):
        yield task
        yield replace(task, point=replace(task.point, profile="size"))


MEASURED = Measured(_task, _name, records, _origin, lambda task: 10, needs.models, usual=_usual)
