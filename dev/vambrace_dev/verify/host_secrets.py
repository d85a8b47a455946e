# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tracks secrets by Valgrind's Memcheck through the portable library on this computer: undefined bytes are secrets.

Memcheck reports branches and addresses that depend on undefined bytes, in the code of any compiler. Findings count if
the innermost line belongs to the library; the job runner also compares results, outside the library.
"""

from __future__ import annotations

import struct
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path

from vambrace.base import children
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.config import Algorithm, macros
from vambrace.config.declassified import declassified
from vambrace.software.running.jobs import decode, encode
from vambrace_dev.verify import host_library, secret_calls
from vambrace_dev.verify.host_library import Compiled

COMPILERS = ("gcc", "clang")
LEVELS = ("-O0", "-O1", "-O2", "-O3")

#: Algorithms of the quick check, compiled by gcc -O2.
QUICK = ("aes-128-ccm", "ascon-aead128", "chacha20-poly1305")


def follow(compiled: Compiled, known: Algorithm, lengths: Sequence[tuple[int, int]]) -> tuple[list[str], int]:
    """Track the secrets of all calls of these lengths; return the findings and the number of calls. VambraceError if a
    call has an unexpected status.
    """
    every = secret_calls.jobs_of(known, lengths)
    jobs = [job for job, _ in every]
    image = encode(jobs)
    ranges = [(secret.address, secret.length) for secret in secret_calls.secrets(image, 0)]
    with tempfile.TemporaryDirectory(prefix="vambrace-") as name:
        folder = Path(name)
        (folder / "image").write_bytes(image)
        (folder / "secrets").write_bytes(b"".join(struct.pack("<II", *span) for span in ranges))
        report = folder / "report.xml"
        command = ["valgrind", "--xml=yes", f"--xml-file={report}", "--error-limit=no", "--leak-check=no"]
        done = children.run(
            [*command, str(_program(compiled, known)), str(folder / "image"), str(folder / "secrets")],
            capture_output=True,
            text=True,
            errors="replace",
        )
        if done.returncode:
            raise VambraceError(f"{compiled.label}, {known.name}: exit code {done.returncode}: {done.stderr[-500:]}")
        results = decode((folder / "image").read_bytes(), jobs)
        findings = _findings(report)
    wrong = [n for n, (result, (_, status)) in enumerate(zip(results, every, strict=True)) if result.status != status]
    if wrong:
        raise VambraceError(f"{compiled.label}, {known.name}: calls {wrong[:4]} end in another status")
    return findings, len(jobs)


def _findings(report: Path) -> list[str]:
    """Return the places in the library, each once."""
    runner = {"secret_calls.c", *(path.name for path in (root() / "firmware").glob("jobs*"))}
    texts: dict[str, None] = {}
    for error in ET.parse(report).getroot().iter("error"):
        frame = error.find("stack/frame")
        assert frame is not None
        if frame.findtext("file") in runner or (error.findtext("kind") or "").startswith("Leak_"):
            continue
        place = f"{frame.findtext('file') or frame.findtext('obj')}:{frame.findtext('line') or '?'}"
        texts[f"{frame.findtext('fn')} ({place}): {error.findtext('what')}"] = None
    return list(texts)


def _program(compiled: Compiled, known: Algorithm) -> Path:
    flags = [*macros.algorithm(known), *macros.declassified(declassified())]
    sources = [root() / "tests" / "host" / "secret_calls.c", root() / "firmware" / "jobs.c"]
    return host_library.program(compiled, sources, flags, host_library.objects(compiled))
