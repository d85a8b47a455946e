# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""No call leaves secrets in memory, nor does a stream, however it ends.

Two runs of one job differ in the key and the message alone. Any difference in the memory outside of the job is then
data that a call computed from them and left behind. The call's outputs, ciphertext and tag, are not secret.

Software for RISC-V runs on Spike. Portable C runs on this computer too, at every optimisation level and with link-time
optimisation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.aead import memory
from tests.aead.cases import fresh, opened, rng
from tests.aead.spike_runner import BUILDS32, BUILDS64
from tests.aead.streams import forgery, streamed
from tests.aead.targets import (
    DRIVERS,
    ENGINE,
    REPRESENTATIVE,
    SPIKE,
    SPIKE32_MISALIGNED,
    around,
    builds,
    is_fast,
    software_builds,
)
from tests.builds import BUILDS
from vambrace import config
from vambrace.base import store
from vambrace.base.paths import root
from vambrace.config import Algorithm
from vambrace.software.running.jobs import ERR_ARGUMENT, ERR_LENGTH, ERR_TAG, OK, Job, Result, Step
from vambrace.software.toolchain import program
from vambrace_dev.defects import seed
from vambrace_dev.verify import host_secrets
from vambrace_dev.verify.host_library import Compiled

ALIGNED: dict[str, int] = {}
ODD = {"key": 1, "nonce": 3, "ad": 3, "in": 1, "out": 2, "tag": 1}
#: Bytes of message and of associated data, and how the buffers are aligned.
SHAPES = ((37, 21, ODD), (64, 0, ALIGNED), (37, 21, ALIGNED), (0, 5, ODD))
Shape = tuple[int, int, dict[str, int]]
ALGORITHMS = config.algorithms()
SOFTWARE = [
    *((BUILDS32[b.label].on_spike(32), known) for known in ALGORITHMS.values() for b in software_builds(known)),
    *(
        (BUILDS32[f"{label}:misaligned"].on_spike(32), ALGORITHMS[name])
        for name, labels in SPIKE32_MISALIGNED.items()
        for label in labels
    ),
    *((BUILDS64[build].on_spike(), ALGORITHMS[name]) for build, names in SPIKE.items() for name in names),
]
#: Of these the short run tries more than one build.
KERNELS = ("aes-128-ccm", "ascon-aead128", "chacha20-poly1305")
#: Software on a core, to check that Spike leaves the same data.
SOME = [(config.PORTABLE, ALGORITHMS["ascon-128"]), (BUILDS["zkned"], ALGORITHMS["aes-128-ccm"])]
HARDWARE = [(b, known) for known in ALGORITHMS.values() for b in builds(known) if b not in software_builds(known)]
SHORT = {
    *((ENGINE, name) for name in DRIVERS),
    ("engine:size", "chacha20-poly1305"),
    ("engine-obi-pio", "ascon-aead128"),
    ("engine-obi-pio", "aes-128-ccm"),
    ("aes-unit", "aes-128-ccm"),
    ("aes-unit", "aes-128-gcm"),
}
SAME = pytest.mark.long("a driver that another target has, or one that differs in an address only")
#: Builds on this computer, by compiler and flags.
FEW_HERE = {
    ("gcc", "-Os", "-flto"): ("ascon-mac",),
    ("clang", "-O0"): ("ascon-aead128", "ascon-mac", "chacha20-poly1305"),
}
EVERYTHING = pytest.mark.long("half a minute of the compiler for each; some that left something always run")
UNOPTIMISED = {
    name: () if name == "poly1305" else pytest.mark.long("C that the tests of this computer have without optimisation")
    for name in ALGORITHMS
}
REGISTER = "a register that belongs to the caller changed"
Pair = tuple[str, Job, Job, int]  # description, the same call with two secrets, the required status of both


def twice(known: Algorithm, shape: Shape, **fields: object) -> tuple[Job, Job]:
    """The first operation of an algorithm, and the same with another key and message."""
    data_len, ad_len, align = shape
    r = rng("wiping", known.name, data_len, ad_len)
    first = fresh(known.name, r, data_len, ad_len, align=align, **fields)
    return first, first.but(key=r.randbytes(len(first.key)), data=r.randbytes(len(first.data)))


def one_shot(known: Algorithm, shape: Shape) -> Iterator[Pair]:
    first, second = twice(known, shape)
    name = f"{first.op} {shape}"
    yield name, first, second, OK
    if known.kind == "aead":
        # Rejected at once: any remaining data is from the key's expansion.
        yield f"init {shape}", first.but(tag_len=3), second.but(tag_len=3), ERR_LENGTH
    if known.kind in ("aead", "mac"):
        # One forged message for both keys: nothing public differs.
        forged = first.but(op=known.operations[-1], data=first.data, tag=bytes(16))
        yield f"forged {shape}", forged, forged.but(key=second.key), ERR_TAG
    if known.kind != "hash":
        yield f"opening of {name}", opened(known.name, first), opened(known.name, second), OK


def short_tags(known: Algorithm) -> Iterator[Pair]:
    """The rest of a short tag is a secret."""
    if known.name.endswith(("ccm", "gcm")):
        for tag_len in (4, 8):
            first, second = twice(known, SHAPES[0], tag_len=tag_len)
            yield f"tag of {tag_len}", first, second, OK
            yield f"opening of a tag of {tag_len}", opened(known.name, first), opened(known.name, second), OK


def both_streams(known: Algorithm, shape: Shape) -> Iterator[tuple[Job, Job]]:
    """The stream that seals, and the one that opens if there is one, in pieces that do not match the blocks."""
    if "stream" not in known.features:
        return

    def cut(size: int) -> list[int]:
        return [min(5, size), 0, max(size - 5, 0)]

    for way in (lambda job: job, *(() if known.kind == "hash" else (lambda job: opened(known.name, job),))):
        jobs = [way(job) for job in twice(known, shape)]
        yield tuple(streamed(known.name, j, cut(len(j.ad)), cut(len(j.data)), cut(j.tag_len)) for j in jobs)  # type: ignore[misc]


def ended_streams(known: Algorithm, shape: Shape) -> Iterator[Pair]:
    for first, second in both_streams(known, shape):
        yield f"{first.op} stream {shape}", first, second, OK
        if first.op in ("open", "verify"):
            wrong = forgery(first, 3)
            yield f"forged stream {shape}", wrong, wrong.but(key=second.key), ERR_TAG


def given_up_streams(known: Algorithm, shape: Shape) -> Iterator[Pair]:
    """Ended after the start: no later call has overwritten what the start left on the stack."""
    end = Step("finish" if known.kind == "cipher" else "abort")
    for first, second in both_streams(known, shape):
        steps = (first.steps[0], end)
        yield f"{first.op} stream, end after the start", first.but(steps=steps), second.but(steps=steps), OK


def broken_streams(known: Algorithm, shape: Shape) -> Iterator[Pair]:
    """The stream is aborted, or fails, after each step except the last; the opening one after each piece of the
    message."""
    end = Step("finish" if known.kind == "cipher" else "abort")
    refused = Step("update", 7, status=ERR_ARGUMENT, flags=("no in",))
    for first, second in both_streams(known, shape):
        for n, step in enumerate(first.steps[:-1], 1):
            if step.what == "update" or first.op not in ("open", "decrypt"):
                steps = (*first.steps[:n], end)
                yield f"{first.op} stream, end after {n} steps", first.but(steps=steps), second.but(steps=steps), OK
            if step.what == first.steps[n].what == "update":
                steps = (*first.steps[:n], refused)
                yield (
                    f"{first.op} stream, error after {n}",
                    first.but(steps=steps),
                    second.but(steps=steps),
                    ERR_ARGUMENT,
                )


def pairs(known: Algorithm, fast: bool) -> list[Pair]:
    """Fewer cases if another algorithm has the same code, or another build the same streams."""
    results = [*one_shot(known, SHAPES[1]), *ended_streams(known, SHAPES[0]), *given_up_streams(known, SHAPES[0])]
    if known.name not in REPRESENTATIVE:
        return results
    results += [*one_shot(known, SHAPES[0]), *short_tags(known)]
    if fast:
        results += [pair for shape in SHAPES[2:] for pair in one_shot(known, shape)]
        results += [*ended_streams(known, SHAPES[1]), *broken_streams(known, SHAPES[0])]
    return results


def handed_out(job: Job, result: Result) -> bytes:
    """The public outputs of a call: ciphertext, tag or digest, and the next counter."""
    if job.op in ("open", "decrypt"):
        return b"\0".join((job.data, job.tag or b"", result.nonce))
    return b"\0".join((result.out, result.tag, result.nonce))


def is_part(word: bytes, public: bytes) -> bool:
    """Return whether a word consists of a run of public bytes and of zeros around it."""
    content = word.strip(b"\0")
    return not content or content in public


def secrets(first: bytes, second: bytes, public: tuple[bytes, bytes]) -> list[int]:
    """Return the offsets of words that differ between two memories and do not consist of public bytes."""
    return [
        i
        for i in range(0, len(first), 4)
        if first[i : i + 4] != second[i : i + 4]
        and not (is_part(first[i : i + 4], public[0]) and is_part(second[i : i + 4], public[1]))
    ]


def left_behind(
    place: memory.Simulated | memory.Here, every: list[Pair], violations: tuple[str, ...] = ()
) -> list[str]:
    """Report every word that was left behind, one text for each pair of runs that left any."""
    every = [(name, *place.prepared(jobs), status) for name, *jobs, status in every]
    actual = iter(place.after_each([job for _, *jobs, _ in every for job in jobs]))
    complaints = []
    for name, *jobs, status in every:
        results, contents = zip(*(next(actual) for _ in jobs), strict=True)
        assert [(r.status, r.violations) for r in results] == [(status, violations)] * 2, f"{name}: {results}"
        public = tuple(map(handed_out, jobs, results))
        places = [place.place_of(at) for at in secrets(*contents, public)]
        if places:
            complaints.append(f"{name}: {len(places)} words, at {', '.join(places[:8])}")
    return complaints


def in_short(build: config.Build, known: Algorithm) -> bool:
    """Whether the short run has a build on Spike: of each algorithm the first one, of those with kernels of their own
    the builds for 32 bits in the speed profile, too."""
    if not build.spike:
        return False
    first = next(b for b, other in SOFTWARE if other.name == known.name)
    return build == first or (known.name in KERNELS and build.xlen == 32 and is_fast(build))


def point(build: config.Build, known: Algorithm) -> object:
    """A build and an algorithm as parameters."""
    place = f"spike{build.xlen}/" if build.spike else ""
    short = in_short(build, known) or (build.label, known.name) in SHORT or (build, known) in SOME
    marks = around(known, build) if short else (SAME,)
    return pytest.param(build, known, id=f"{place}{build.label}-{known.name}", marks=marks)


@pytest.mark.parametrize(("build", "known"), [point(*p) for p in (*SOFTWARE, *SOME, *HARDWARE)])
def test_nothing_secret_stays_in_memory(build, known):
    place = memory.Simulated(memory.runner(known, build), build)
    left = left_behind(place, pairs(known, is_fast(build)))
    assert not left, "\n".join(left)


def here() -> Iterator[object]:
    """Each compiler, level and link-time optimisation with every algorithm. In the short run: cases that once left
    data, each with as much of the library as it needs."""
    for compiler in host_secrets.COMPILERS:
        for level in (*host_secrets.LEVELS, "-Os"):
            for lto in ((), ("-flto",)):
                compiled = Compiled(compiler, (level, *lto))
                for names in (FEW_HERE.get((compiler, level, *lto)), tuple(ALGORITHMS)):
                    if names:
                        marks = () if len(names) < len(ALGORITHMS) else (EVERYTHING,)
                        label = "+".join(names) if len(names) < len(ALGORITHMS) else "everything"
                        yield pytest.param(
                            compiled, names, id=f"{compiled.label.replace(' ', '')}-{label}", marks=marks
                        )


@pytest.mark.parametrize(("made", "names"), here())
def test_nothing_secret_stays_on_the_stack_here(made, names):
    """On this computer the compiler may inline everything except what the library forbids."""
    for name in names:
        left = left_behind(memory.Here(made, names, name), pairs(ALGORITHMS[name], True))
        assert not left, "\n".join((name, *left))


@pytest.mark.parametrize("known", [pytest.param(a, id=n, marks=UNOPTIMISED[n]) for n, a in ALGORITHMS.items()])
def test_nothing_secret_stays_in_memory_without_optimisation(known, monkeypatch):
    """C for RISC-V at -O0, where frames are deeper. The guarantees for assembly builds cover their C at -O2 and -Os
    only."""
    monkeypatch.setattr(program, "LIBRARY_FLAGS", ["-O0" if f == "-O2" else f for f in program.LIBRARY_FLAGS])
    monkeypatch.setattr(memory, "stack_words", lambda build: 1536)
    build = BUILDS32["portable"].on_spike(32)
    left = left_behind(memory.Simulated(memory.runner(known, build), build), pairs(known, True))
    assert not left, "\n".join(left)


def test_a_call_that_wipes_only_its_own_frame_is_found(tmp_path):
    """A call whose work is inlined into the frame that calls vmb_wipe_stack, and a wipe of only 64 bytes of stack."""
    header = root() / "lib" / "src" / "common" / "common.c"
    (tmp_path / header.name).write_text(
        seed(
            "lib/src/common/common.c",
            header.read_text(),
            "sizeof below / sizeof below[0]);\n#if defined(__GNUC__)",
            "16);\n#if defined(__GNUC__)",
        )
    )
    compiled = Compiled("gcc", ("-O0",), ((header, tmp_path / header.name),))
    known = ALGORITHMS["ascon-mac"]
    assert left_behind(memory.Here(compiled, (known.name,), known.name), pairs(known, True))


def test_a_seal_that_leaves_a_word_is_found():
    careless = Path(__file__).parents[1] / "host" / "careless.c"
    header = careless.with_name("broken.h")
    # The cache of objects does not know the header of -include: its digest makes the difference.
    flags = ["-include", str(header), f"-DVMB_HEADER_{store.digest_files([header])}"]
    chacha = config.algorithms()["chacha20-poly1305"]
    elf = memory.runner(replace(chacha, prefix="vmb_broken", features=()), config.PORTABLE, flags, [careless])
    left = left_behind(memory.Simulated(elf), [("seal", *twice(chacha, SHAPES[0]), OK)], (REGISTER,))
    assert len(left) == 1 and left[0].startswith("seal: 1 words, at stack-")


def test_a_remaining_word_is_found():
    before = bytes(range(64)) + bytes(16)
    assert secrets(before, before, (b"", b"")) == []
    spilled = bytes(range(64)) + bytes(8) + b"\x01\x02\x03\x04" + bytes(4)
    assert secrets(before, spilled, (b"", b"\x02\x03\x04\x05")) == [72]
    assert secrets(before, spilled, (b"", b"tag\x01\x02\x03\x04")) == []
    assert secrets(before, spilled, (b"tag\x01\x02\x03\x04", b"")) == [72]
