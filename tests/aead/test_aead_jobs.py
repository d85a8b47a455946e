# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The job image: jobs.py writes the format of firmware/jobs.h, and never an ambiguous image."""

from __future__ import annotations

import re
import struct
from dataclasses import replace

import pytest

from vambrace.base.paths import root
from vambrace.software.running import jobs
from vambrace.software.running.jobs import ImageError, Job, decode, encode

SEAL = Job("seal", bytes(range(16)), bytes(range(16, 28)), b"associated", b"a message")
OPEN = SEAL.but(op="open", tag=bytes(16))


def words(image: bytes) -> tuple[int, ...]:
    return struct.unpack_from(f"<{jobs.RECORD_WORDS}I", image, jobs.IMAGE_WORDS * 4)


def test_the_header_file_has_the_same_numbers():
    text = (root() / "firmware" / "jobs.h").read_text()
    names = re.search(r"/\*\* Words of a record. \*/\nenum \{(.*?)\};", text, re.DOTALL)
    order = re.findall(r"VMB_JOB_(\w+)", re.sub(r"/\*.*?\*/", "", names[1]))
    assert order.index("WORDS") == jobs.RECORD_WORDS
    assert (order.index("INIT_STATUS"), order.index("STATUS"), order.index("FLAGS")) == (2, 3, 15)
    assert f"VMB_JOBS_MAGIC {jobs.MAGIC:#x}u" in text
    bits = {name: 1 << int(bit) for name, bit in re.findall(r"VMB_JOB_(\w+) = 1 << (\d+)", text)}
    flags = (
        "KEY_AT_OBJECT",
        "OUT_AT_OBJECT",
        "TAG_AT_OBJECT",
        "NO_OBJECT",
        "INIT_NO_OBJECT",
        "PINNED",
        "NONCE_AT_OBJECT",
        "AT_END",
        "ZERO_KEY",
        "STALE_KEY",
        "WIPED_KEY",
    )
    assert {name: getattr(jobs, name) for name in flags} == {name: bits.pop(name) for name in flags}
    assert set(bits.values()) == set(jobs.FINDINGS)
    steps = re.search(r"VMB_STEP_START,.*?\};", text, re.DOTALL)
    assert tuple(re.findall(r"VMB_STEP_(\w+)", re.sub(r"/\*.*?\*/", "", steps[0], flags=re.DOTALL))) == tuple(
        name.upper() for name in jobs.STEPS
    )
    odd = {name: 1 << int(bit) for name, bit in re.findall(r"VMB_STEP_(\w+) = 1 << (\d+)", text)}
    assert odd == {name.upper().replace(" ", "_"): bit for name, bit in jobs.STEP_FLAGS.items()}
    order = re.findall(r"VMB_STEP_(\w+),", re.search(r"/\*\* Words of a step. \*/(.*?)\};", text, re.DOTALL)[1])
    assert (order.index("STATUS"), order.index("WORDS") if "WORDS" in order else 4) == (
        jobs.STEP_STATUS,
        jobs.STEP_WORDS,
    )
    assert struct.pack("<I", jobs.MAGIC) == b"VMBJ"


def test_buffers_have_the_placement_that_the_job_requests():
    job = SEAL.but(align={"in": 3, "out": 1, "key": 2, "nonce": 0, "ad": 1, "tag": 3}, null=frozenset({"ad"}))
    record = words(encode([job]))
    assert [record[i] % 4 for i in (4, 6, 10, 12, 13)] == [2, 0, 3, 1, 3]
    assert record[8] == 0
    assert record[9] == len(SEAL.ad)
    assert words(encode([SEAL.in_place()]))[10] == words(encode([SEAL.in_place()]))[12]
    at = words(encode([SEAL.but(place={"out": ("ad", -5)})]))
    assert at[12] == at[8] - 5
    assert words(encode([SEAL.but(claim={"len": 1 << 31})]))[11] == 1 << 31
    assert words(encode([OPEN]))[1] == 1
    tight = words(encode([SEAL.but(tight=True)]))
    assert (tight[6], tight[8], tight[12]) == (tight[4] + 16, tight[6] + 12, tight[10] + 9)


def test_every_buffer_has_a_guard():
    image = encode([SEAL])
    record = image[jobs.IMAGE_WORDS * 4 :]
    assert len(record) == words(image)[0]
    ends = sorted((words(image)[o], words(image)[n]) for o, n in ((4, 5), (6, 7), (8, 9), (10, 11), (12, 11), (13, 14)))
    last = jobs.RECORD_WORDS * 4
    for offset, length in ends:
        assert offset - last >= jobs.GUARD
        assert record[last:offset] == jobs.pattern(len(record))[last:offset]
        last = offset + length
    assert len(record) - last >= jobs.GUARD


def test_an_impossible_layout_is_an_error():
    with pytest.raises(ImageError, match="needs a tag"):
        encode([SEAL.but(op="open")])
    with pytest.raises(ImageError, match="needs a tag"):
        encode([SEAL.but(tag=bytes(16))])
    with pytest.raises(ImageError, match="differ"):
        encode([SEAL.but(place={"nonce": ("ad", 0)})])
    with pytest.raises(ImageError, match="record's words"):
        encode([SEAL.but(place={"out": ("key", -100)})])
    for wrong in ({"align": {"data": 1}}, {"place": {"ct": ("ad", 0)}}, {"claim": {"data_len": 1}}):
        with pytest.raises(ImageError, match="no such"):
            encode([SEAL.but(**wrong)])


def test_a_changed_job_keeps_its_other_fields():
    first = encode([SEAL])
    changed = SEAL.but(align={"in": 3}, word_bytes=8)
    assert (changed.align, changed.word_bytes, changed.data) == ({"in": 3}, 8, SEAL.data) and encode([changed]) != first
    assert (
        changed == replace(SEAL, align={"in": 3}, word_bytes=8)
        and encode([changed.but(align={}, word_bytes=4)]) == first
    )
    with pytest.raises(TypeError, match="no lenght, length"):
        SEAL.but(lenght=1, length=2)


def test_a_job_that_did_not_run_is_detected():
    result = decode(encode([SEAL]), [SEAL])[0]
    assert (result.init_status, result.status) == (jobs.NOT_RUN, jobs.NOT_RUN)
    assert result.out == result.out_before
    assert result.violations == ()


def test_an_image_of_other_jobs_is_an_error():
    for image in (encode([SEAL, SEAL]), encode([SEAL])[:-4], b"", b"XXXX" + encode([SEAL])[4:]):
        with pytest.raises(ImageError, match="does not belong to these jobs"):
            decode(image, [SEAL])
