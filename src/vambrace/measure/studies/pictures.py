# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Encryption of pictures: a picture is loaded into the RAM of a simulated system, whose core encrypts it with
libvambrace; the ciphertext is decrypted, unchanged and with one bit changed.

Each of the three calls is a separate run on the core's RTL (the job runner of firmware/), and is cached. Its result
must equal that of an independent implementation; otherwise there is no record.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, cast

from vambrace import config
from vambrace.base import code, store
from vambrace.base.errors import UsageError, choose
from vambrace.config import Algorithm, Point, macros
from vambrace.hardware import model as model_module
from vambrace.measure import calls, needs, origins, throughput
from vambrace.measure.kinds.pictures import Configuration, Pictures
from vambrace.measure.measured import Measured
from vambrace.measure.studies import PICTURE_POINT as POINT
from vambrace.measure.studies.picture import Picture, as_array, draw, parse_size, read, too_large
from vambrace.measure.studies.picture_figures import BLOCK, figures, repeated
from vambrace.results.kind import Selector
from vambrace.results.origin import Origin
from vambrace.results.records import versions
from vambrace.results.schema import Json
from vambrace.software.oracles import oracle
from vambrace.software.oracles.messages import WrongResult
from vambrace.software.running import aead
from vambrace.software.running.jobs import ERR_TAG, OK, Job
from vambrace.software.running.simulate import Counts
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf

SIZES = ("32x32", "512x512")

#: For each mode the algorithms, of which a point uses the first that benefits from its extensions.
MODES = {"ecb": ("aes-128-ecb",), "cbc": ("aes-128-cbc",), "aead": ("aes-128-ccm", "ascon-aead128")}

#: The texts of a picture, each with the operation of `config.OPERATIONS` that produced it.
TEXTS = {"original": None, "encrypted": 0, "decrypted": 1, "tampered": 1}

_RESERVED = 48 << 10  # bytes of the RAM for program, stack, and the padding around a picture


def most_pixels(point: Point) -> int:
    """Return the pixels of the largest picture that fits the RAM twice, as input and as output."""
    ram = min(aead.machine_of_jobs().ram_bytes, point.core.scratchpad or aead.machine_of_jobs().ram_bytes)
    return (ram - _RESERVED) // 2


def algorithm(mode: str, point: Point) -> Algorithm | None:
    """Return the algorithm of a mode on a point; None if the point's extensions do not accelerate it."""
    known = (config.algorithms()[name] for name in MODES[mode])
    return next((a for a in known if _used(a, point)), None)


def _used(a: Algorithm, point: Point) -> bool:
    units = {unit for name in a.uses for unit in config.extension_sets()[name].units}
    return a.gains_from(point.extensions) or bool(units & set(point.extensions.units))


def points() -> list[str]:
    """Return the points that have all modes."""
    return [name for name, p in config.points().items() if all(algorithm(m, p) for m in MODES)]


@dataclass(frozen=True)
class Task:
    """One picture in one mode on one point."""

    picture: Picture
    mode: str
    algorithm: Algorithm
    point: Point

    @property
    def label(self) -> str:
        return f"{self.picture.size} {self.algorithm.name} on {self.point.name}"

    @property
    def model(self) -> model_module.ModelSpec:
        return model_module.shared(self.point.core, self.point.extensions)

    @property
    def runner(self) -> Elf:
        flags = macros.job_caches("cold" if self.point.core.caches else None)
        return aead.runner(self.algorithm, self.point.build, flags)

    @cached_property
    def secrets(self) -> tuple[bytes, bytes]:
        """Return key and nonce; for CBC the initialization vector."""
        rng = Random(f"picture/{self.algorithm.name}")
        return rng.randbytes(self.algorithm.key), rng.randbytes(self.algorithm.nonce)

    @cached_property
    def message(self) -> bytes:
        """Return the pixels; for a mode of whole blocks, followed by zeros."""
        pixels = self.picture.pixels
        return pixels + bytes(-len(pixels) % BLOCK if "blocks" in self.algorithm.features else 0)

    def tampered(self, ciphertext: bytes) -> bytes:
        """Return the ciphertext with one changed bit, in the pixel in the middle."""
        at = self.picture.height // 2 * self.picture.width + self.picture.width // 2
        return ciphertext[:at] + bytes([ciphertext[at] ^ 0x10]) + ciphertext[at + 1 :]


def tasks(
    sizes: Sequence[str] = (), modes: Sequence[str] = (), point: str = POINT, file: Path | None = None
) -> list[Task]:
    """Return the tasks: our own picture in some sizes, or that of a file, in its own size by default. No mode means all
    of them. UsageError if a name is unknown, or if a picture does not fit the RAM.
    """
    place = config.point(point)
    chosen = {choose("mode", mode, list(MODES)) for mode in modes} or set(MODES)
    asked = [mode for mode in MODES if mode in chosen]
    by_mode = {mode: known for mode in asked if (known := algorithm(mode, place))}
    if len(by_mode) < len(asked):
        able = [mode for mode in MODES if algorithm(mode, place)]
        also = f"--mode {able[0]} or " if able else ""
        raise UsageError(f"{point} does not accelerate AES; give {also}another point (--list)")
    return [
        Task(picture, mode, throughput.fitting(a, [-(-len(picture.pixels) // BLOCK) * BLOCK]), place)
        for picture in _pictures(list(dict.fromkeys(sizes)), place, file)
        for mode, a in by_mode.items()
    ]


def _pictures(sizes: Sequence[str], point: Point, file: Path | None) -> list[Picture]:
    most = most_pixels(point)
    if file and not sizes:
        return [read(file, most)]
    wanted = [parse_size(size) for size in sizes or SIZES]
    for width, height in wanted:
        if width * height > most:
            raise UsageError(too_large(f"{width}x{height} on {point.name}", most))
    return [read(file, most, size) if file else draw(*size) for size in wanted]


@dataclass(frozen=True)
class Ran:
    """The result of a call, and the counts of the call and of its key set-up."""

    status: int
    out: bytes
    tag: bytes
    call: Counts
    setup: Counts


def run(task: Task, text: str) -> Ran:
    """Return the result of the call that produces a text of `TEXTS`, from the cache if its inputs are unchanged."""
    elf = task.runner
    job = job_of(task, text)
    key = store.digest(code.digest(__name__), model_module.key(task.model), elf.path.read_bytes(), repr(job))

    def build(work: Path) -> None:
        ran = aead.run_jobs(model_module.build(task.model), task.algorithm, elf, [job])
        (result,), call, setup = ran.results, ran.call[0], ran.init[0]
        if result.violations or result.init_status != OK or call is None or setup is None:
            raise WrongResult(f"{task.label}: {text}: " + ("; ".join(result.violations) or "no key"))
        (work / "out").write_bytes(result.out)
        (work / "tag").write_bytes(result.tag if job.op == "seal" else b"")
        counts = {"status": result.status, "call": asdict(call), "setup": asdict(setup)}
        (work / "counts.json").write_text(json.dumps(counts))

    folder = store.entry("picture", key, build)
    recorded = json.loads((folder / "counts.json").read_text())
    ran = Ran(
        recorded["status"],
        (folder / "out").read_bytes(),
        (folder / "tag").read_bytes(),
        Counts(**recorded["call"]),
        Counts(**recorded["setup"]),
    )
    if (ran.status, ran.out, ran.tag) != expected(task, text, job):
        raise WrongResult(f"{task.label}: {text}: wrong result: status {ran.status}, or output differs")
    return ran


def job_of(task: Task, text: str) -> Job:
    key, nonce = task.secrets
    forward, backward = (cast(Any, operation) for operation in task.algorithm.operations)
    if text == "encrypted":
        return Job(forward, key, nonce, data=task.message, tag_len=task.algorithm.tag)
    arrived = run(task, "encrypted")
    sent = task.tampered(arrived.out) if text == "tampered" else arrived.out
    return Job(backward, key, nonce, data=sent, tag=arrived.tag if task.algorithm.kind == "aead" else None)


def expected(task: Task, text: str, job: Job) -> tuple[int, bytes, bytes]:
    """Return status, output and tag according to another implementation."""
    name, sealed = task.algorithm.name, task.algorithm.kind == "aead"
    if text == "decrypted":
        return OK, task.message, b""
    if text == "tampered" and sealed:
        return ERR_TAG, bytes(len(job.data)), b""
    if text == "tampered":
        return OK, oracle.decrypt(name, job.key, job.nonce, job.data), b""
    if sealed:
        return OK, *oracle.seal(name, job.key, job.nonce, b"", task.message, job.tag_len)
    return OK, oracle.encrypt(name, job.key, job.nonce, task.message)[0], b""


def texts(task: Task) -> dict[str, bytes]:
    """Return all texts of a picture, without padding."""
    length = len(task.picture.pixels)
    by_text = {text: run(task, text).out[:length] for text in TEXTS if text != "original"}
    return {"original": task.picture.pixels, **by_text}


def measure(task: Task) -> list[Json]:
    """Return a record for each text of `TEXTS`."""
    return [_record(task, text) for text in TEXTS]


def _record(task: Task, text: str) -> Json:
    picture, a = task.picture, task.algorithm
    ran = None if text == "original" else run(task, text)
    output = ran.out if ran else task.message
    data = output[: len(picture.pixels)]
    which = TEXTS[text]
    return Pictures(
        library="vambrace",
        **calls.of_point(task.point),
        picture=picture.name,
        size=picture.size,
        mode=task.mode,
        algorithm=a.name,
        text=text,
        operation=None if which is None else a.operations[which],
        message_bytes=len(task.message),
        padding_bytes=len(task.message) - len(picture.pixels),
        status=None if ran is None else {OK: "done", ERR_TAG: "refused"}[ran.status],
        cycles=ran.call.cycles if ran else None,
        cycles_per_byte=ran.call.cycles / len(task.message) if ran else None,
        cycles_with_key_setup=ran.call.cycles + ran.setup.cycles if ran else None,
        instret=ran.call.instret if ran else None,
        **figures(as_array(data, picture.width, picture.height)),
        blocks=len(output) // BLOCK,
        repeated_blocks=repeated(output),
        differing_pixels=sum(x != y for x, y in zip(data, picture.pixels, strict=True)),
        checked=True,
        tools=versions(task.point.core.upstream),
        configuration=Configuration(
            core_parameters=task.point.core.parameters,
            units=list(task.point.extensions.units),
            wait_states=0,
            caches="cold" if task.point.core.caches else None,
            library_flags=" ".join(program.library_flags(task.point.build)),
            nonce_bytes=a.nonce,
            tag_bytes=a.tag,
        ),
        source_hash=store.digest(model_module.key(task.model), task.runner.path.read_bytes()),
    ).json()


def _task(selector: Selector, point: str) -> Task:
    (task,) = tasks([selector.get("size")], [selector.get("mode")], point)
    return task


def _name(task: Task) -> tuple[str, ...]:
    return *task.picture.identity, task.algorithm.name, task.point.name


def _origin(task: Task) -> Origin:
    return origins.call(__name__, task.point, task.algorithm)


def _usual(points: Sequence[Point]) -> list[Task]:
    return tasks([], [], POINT, None) if not points or POINT in [p.name for p in points] else []


MEASURED = Measured(_task, _name, measure, _origin, lambda task: 10, needs.models, usual=_usual)
