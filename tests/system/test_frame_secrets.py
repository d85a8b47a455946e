# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Frames of protocols: no branch, address or division depends on a key or a content; and an engine that reports an
error leaves nothing of a content."""

from __future__ import annotations

import pytest

from tests.aead.spike_runner import BUILDS32, BUILDS64
from tests.builds import BUILDS
from vambrace import config
from vambrace.base.paths import root
from vambrace.hardware import model
from vambrace.software.oracles import frames as oracles
from vambrace.software.running import aead
from vambrace.software.toolchain import program
from vambrace_dev.defects import seed
from vambrace_dev.verify import secret_frames

ERR_DEVICE = -5

#: Frames that are always checked, on one build; the others in the long run.
QUICK = ("ieee802154-level5", "lorawan", "dtls13-gcm", "dtls13-chacha20")
LABELS = {
    "rv32 zkned": BUILDS32["zkned"],
    "rv32 none": BUILDS32["none"],
    "rv32 none:size": BUILDS32["none:size"],
    "rv32 zkned+zbkc": BUILDS32["zkned+zbkc"],
    "rv32 xchacha": BUILDS32["xchacha"],
    "rv64 none": BUILDS64["none"],
    "rv64 zkned": BUILDS64["zkned"],
    "rv64 zbkb": BUILDS64["zbkb"],
}
OTHERS = pytest.mark.long("other builds and frames, which call the same kernels")
CASES = [
    pytest.param(label, name, marks=() if label == "rv32 zkned" and name in QUICK else OTHERS)
    for label in LABELS
    for name in config.frames()
]


@pytest.mark.parametrize(("label", "name"), CASES)
def test_nothing_depends_on_a_secret(label, name):
    result = secret_frames.follow(LABELS[label], config.frames()[name])
    assert result.findings == [] and result.calls == 9


#: Defects: the file, the replaced text, the frame, and the function and kind of what is found.
DEFECTS = {
    "content": (
        "lib/src/frames/ble.c",
        "    if (pdu_len > size) {\n",
        '    if (p.text[0] & 1) { __asm__ volatile(""); pdu_len = size; }\n    if (pdu_len > size) {\n',
        "ble",
        ("vmb_ble_protect", "branch depends on content"),
    ),
    "iv": (
        "lib/src/frames/dtls12.c",
        "        nonce[i] = keys->iv[i];\n",
        "        static const volatile uint8_t none[2] = {0, 0};\n"
        "        nonce[i] = (uint8_t)(keys->iv[i] + none[keys->iv[i] & 1]);\n",
        "dtls12-gcm",
        ("vmb_dtls12_", "address depends on key"),
    ),
}


@pytest.mark.parametrize("name", DEFECTS)
def test_a_leak_of_a_frame_is_found(name, monkeypatch, tmp_path):
    file, find, put, frame, (where, what) = DEFECTS[name]
    source = root() / file
    copy = tmp_path / source.name
    copy.write_text(seed(file, source.read_text(), find, put))
    folder, original = program.primitive(source), program.primitive
    sources = [copy if path == source else path for path in program.library_sources()]
    monkeypatch.setattr(program, "library_sources", lambda: sources)
    monkeypatch.setattr(program, "primitive", lambda path: folder if path == copy else original(path))
    monkeypatch.setattr(program, "library", lambda build, algorithm=None: _library(build, sources))
    result = secret_frames.follow(BUILDS32["zkned"], config.frames()[frame])
    assert any(line.startswith(where) and what in line for line in result.findings), result.findings


def _library(build, sources):
    """Return the library of some sources."""
    objects = program.compile_objects(sources, program.source_flags(build), build.xlen)
    return program.archive("libvambrace.a", list(map(program.member, sources)), objects)


LACKING = [
    *((name, "engine", "engine-ascon") for name in config.frames() if not name.endswith("-gcm")),
    *((name, "engine-gcm", there) for name in ("dtls12-gcm", "dtls13-gcm") for there in ("engine", "engine-ascon")),
]


@pytest.mark.long("a model of an engine without AES")
@pytest.mark.parametrize(("name", "build", "there"), LACKING)
def test_an_engine_without_the_algorithm_leaves_nothing(name, build, there):
    """VMB_ERR_DEVICE: the content is zero, also the tag that would be written; header and received tag stay."""
    frame, expected = config.frames()[name], oracles.packet(config.frames()[name])
    elf = aead.frame_runner(frame, BUILDS[build])
    jobs = [job for job, _ in expected.calls()]
    path = model.build(model.shared(config.cores()["ibex-ref"], config.extension_sets()[there]))
    protect, unprotect = aead.run_jobs(path, frame, elf, jobs).results
    at, end = frame.header, frame.length - frame.tag
    for result in (protect, unprotect):
        assert (result.init_status, result.status, result.violations) == (0, ERR_DEVICE, ())
    assert protect.out == expected.plain[:at] + bytes(frame.length - at)
    assert unprotect.out == expected.protected[:at] + bytes(end - at) + expected.protected[end:]
