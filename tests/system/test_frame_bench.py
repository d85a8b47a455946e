# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace bench -s FRAME`: its records, and that a wrong frame is found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vambrace import config
from vambrace.config import Frame
from vambrace.measure import frame as measuring
from vambrace.measure.kinds.frame import Frame as Record
from vambrace.results import schema
from vambrace.software.oracles import frames as oracles
from vambrace.software.oracles.frames import Expected
from vambrace.software.oracles.messages import WrongResult
from vambrace.software.running import aead


def task(point: str, name: str) -> measuring.Task:
    return measuring.Task(config.point(point), config.frames()[name])


def test_a_record_is_of_the_function_alone(monkeypatch):
    """Without the adaptor, and without the key's set-up; and each wrong byte of an expected frame is found."""
    ble = task("ibex-ref/zkned", "ble")
    protect, unprotect = measuring.records(ble)
    for record in (protect, unprotect):
        schema.check(Record, record)
        assert (record["frame"], record["frame_bytes"], record["content_bytes"]) == ("ble", 33, 27)
        assert record["cycles"] >= record["instret"] > 1000 and record["checked"]
        assert record["code_bytes"] > 4000 and 200 < record["stack_bytes"] < 1000
        key = config.algorithms()["aes-128-ccm"]
        assert record["key_bytes"] == aead.footprint(key, ble.point.build, "seal").key_bytes
    assert (protect["operation"], unprotect["operation"]) == ("protect", "unprotect")
    real = oracles.packet

    def wrong(field: str) -> None:
        def packet(frame: Frame, seed: int = 1) -> Expected:
            e = real(frame, seed)
            return e._replace(**{field: bytes([*getattr(e, field)[:-1], 0xFF ^ getattr(e, field)[-1]])})

        monkeypatch.setattr(oracles, "packet", packet)

    wrong("unprotected")
    with pytest.raises(WrongResult, match=r"ibex-ref/zkned ble: wrong result of unprotect: status 0, output differs"):
        measuring.run_frame(ble)
    wrong("protected")
    with pytest.raises(WrongResult, match="wrong result of protect: status 0, output differs"):
        measuring.run_frame(ble)


def test_an_accepted_forgery_is_found():
    """The status has to be that of a wrong tag, and the content zero; LoRaWAN decrypts only after verification."""
    for name in ("ble", "lorawan"):
        one = task("ibex-ref/none", name)
        job, plain = oracles.packet(one.frame).calls()[1]
        at, end = one.frame.header, one.frame.length - one.frame.tag
        left = job.data[at:end] if name == "lorawan" else bytes(end - at)
        right = job.data[:at] + left + job.data[end:]
        measuring._check_rejected(one, job, -1, right)
        for status, out in ((0, right), (-3, right), (-1, plain), (-1, right[:-1] + b"?"), (-1, b"?" + right[1:])):
            with pytest.raises(WrongResult, match="a wrong tag"):
                measuring._check_rejected(one, job, status, out)


def test_keys_of_results_have_every_input():
    one = task("ibex-ref/none", "ble")
    elf = one.runner()
    keys = [
        measuring.result_key(some, elf)
        for some in (one, replace(one, frame=replace(one.frame, title="other")), task("ibex-fast/none", "ble"))
    ]
    keys += [measuring.result_key(one, task("ibex-ref/zkned", "ble").runner())]
    keys += [measuring.result_key(task("ibex-ref/none", name), elf) for name in ("ble-251", "oscore")]
    assert len(set(keys)) == len(keys)


@pytest.mark.long("models of other cores, with programs of 32 and 64 bits")
@pytest.mark.parametrize("point", ["rocket/none", "rocket64/none", "cv32e40x/zkned", "ibex-fast/xchacha"])
@pytest.mark.parametrize("name", list(config.frames()))
def test_every_core_protects_frames(point, name):
    counts = measuring.run_frame(task(point, name))
    assert counts.keys() == {"protect", "unprotect"}


@pytest.mark.long("every frame once on a model")
@pytest.mark.parametrize("name", list(config.frames()))
def test_cycles_do_not_depend_on_bytes(name, monkeypatch):
    """Other keys, headers and contents take the same cycles with the same counter, which windows of repeated records
    may depend on.
    """
    monkeypatch.setattr(oracles, "_number", lambda rng: 700)
    counts = [measuring.run_frame(task("ibex-ref/zkned", name), seed) for seed in range(2, 6)]
    assert len({(c["protect"].cycles, c["unprotect"].cycles) for c in counts}) == 1
