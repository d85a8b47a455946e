# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace os`: next to an echo server, encryption in software costs an operating system most of its loops, and on a
coprocessor few of them. Every answer is checked, and wrong ones are found."""

from __future__ import annotations

import shutil

import pytest

from tests.system import rocket
from vambrace import config
from vambrace.base.errors import VambraceError
from vambrace.hardware import model
from vambrace.measure import os as experiment
from vambrace.measure.os import Task
from vambrace.software.ports import echo, rtos_tests
from vambrace.software.ports.echo import LOADS
from vambrace.software.ports.rtos_tests import TESTS

#: The maximum loss of loops compared with a plain echo, in percent: with AES-ECB on a coprocessor, as in FAC-V, and
#: with AEAD on an engine.
MOST = {"aes-256-ecb": 10, "aes-256-ccm": 8, "ascon-aead128": 8}


def taken(core: str, extensions: str, test: str, load: str) -> float:
    """Return the percentage of loops lost to a load, compared with a plain echo."""
    return 100 * (1 - record(core, extensions, test, load)["loops"] / record(core, "none", test, "echo")["loops"])


def record(core: str, extensions: str, test: str, load: str, rate: str = "15") -> dict:
    (created,) = experiment.measure(Task(config.point(f"{core}/{extensions}"), test, load, rate))
    return created


def check_order(core: str, extensions: list[str], test: str, load: str) -> None:
    software = taken(core, "none", test, load)
    for name in extensions:
        actual = taken(core, name, test, load)
        assert -1 < actual < software / 3, (name, test, load)
        if load == "aes-256-ecb" or config.extension_sets()[name].engine:
            assert actual <= MOST.get(load, 10), (name, test, load)


OTHERS = pytest.mark.long("another test, or another mode, always runs")


@pytest.mark.long("a server on an operating system: lwIP and FreeRTOS always run")
@pytest.mark.parametrize(
    ("test", "load"),
    [
        pytest.param("message", "aes-256-ecb", marks=OTHERS),
        pytest.param("basic", "aes-256-ccm", marks=OTHERS),
        pytest.param("basic", "aes-256-ecb", marks=OTHERS),
        pytest.param("message", "aes-256-ccm", marks=OTHERS),
    ],
)
def test_software_costs_more_than_a_coprocessor(test, load):
    alone, plain = (record("ibex-ref", "none", test, name)["loops"] for name in ("none", "echo"))
    assert 0.8 * alone < plain < 0.95 * alone
    check_order("ibex-ref", ["engine"], test, load)


@pytest.mark.long("six seconds: the number of answered messages is always counted")
def test_byte_wise_aes_answers_no_message_in_time():
    here = record("ibex-ref", "none", "basic", "aes-256-ecb-bytes")
    assert here["loops"] == 0 and not here["reached"] and here["messages_per_second"] < 15
    assert record("ibex-ref", "none", "basic", "aes-256-ecb")["reached"]


@pytest.mark.long("a server on an operating system: lwIP and FreeRTOS always run")
def test_the_number_of_answered_messages():
    most = {load: record("ibex-ref", "none", "basic", load, "max") for load in ("echo", "ascon-aead128")}
    engine = record("ibex-ref", "engine", "basic", "ascon-aead128", "max")
    rates = [r["messages_per_second"] for r in (most["echo"], engine, most["ascon-aead128"])]
    assert rates == sorted(rates, reverse=True) and rates[0] > 100 and rates[1] > 2 * rates[2] > 60
    for r in (*most.values(), engine):
        assert r["loops"] == 0 and r["messages_per_second"] == pytest.approx(1e6 / r["cycles_per_message"])


@pytest.mark.long("a server on an operating system: lwIP and FreeRTOS always run")
def test_samples_are_kept_and_differ_little():
    task = Task(config.point("ibex-ref/none"), "synchronisation", "echo", samples=3)
    (created,) = experiment.measure(task)
    single = record("ibex-ref", "none", "synchronisation", "echo")
    assert created["loops"] == pytest.approx(single["loops"], rel=0.02)
    assert 0 < created["loops_deviation"] < 0.02 * created["loops"]
    assert created["cycles"] == pytest.approx(3 * single["cycles"], rel=0.01)


def run(load: str) -> rtos_tests.Counted:
    point, cycles = config.point("ibex-ref/none"), 2 * rtos_tests.TICK
    elf = rtos_tests.build(rtos_tests.port() / "basic.c", point, cycles, LOADS[load])
    spec = model.shared(point.core, point.extensions)
    return rtos_tests.run(model.build(spec), elf, cycles, LOADS[load], "20")


#: A file of the server, a line of it, its replacement, and the reported error.
DEFECTS = {
    "nothing is encrypted": (
        "aes-256-ecb",
        "cipher_ecb.c",
        "return blocks_ecb(datagram, datagram, ECHO_BYTES, true)",
        "return true",
        "answer 1 is wrong",
    ),
    "nothing is decrypted": (
        "aes-256-ecb",
        "cipher_ecb.c",
        "return blocks_ecb(datagram, datagram, ECHO_BYTES, false)",
        "return true",
        "the load refused a message",
    ),
    "nothing is changed": ("echo", "message.h", "message[i] = ~message[i];", "", "answer 1 is wrong"),
    "a nonce twice": ("ascon-aead128", "cipher.h", "++count;", "count;", "answer 2 has a nonce that was used before"),
    "a key is not taken": (
        "aes-256-ecb",
        "blocks_library.c",
        "return vmb_aes256_init(&expanded, key, 32) == VMB_OK",
        "return vmb_aes256_init(&expanded, key, 31) == VMB_OK",
        "the cipher of the echo server did not start: no accelerator",
    ),
    "a key is not taken by an AEAD": (
        "ascon-aead128",
        "cipher_aead.h",
        "(&key, bytes, sizeof bytes)",
        "(&key, bytes, sizeof bytes - 1)",
        "the cipher of the echo server did not start: no accelerator",
    ),
    "a wrong round": ("aes-256-cbc-bytes", "blocks_bytes.c", "if (round < ROUNDS)", "", "answer 1 is wrong"),
}


@pytest.mark.long("a server on an operating system: lwIP and FreeRTOS always run")
@pytest.mark.parametrize("defect", DEFECTS)
def test_a_defect_of_the_server_is_found(tmp_path, monkeypatch, defect):
    load, file, old, new, words = DEFECTS[defect]
    shutil.copytree(echo.port(), tmp_path / "server")
    text = (tmp_path / "server" / file).read_text()
    assert text.count(old) == 1
    (tmp_path / "server" / file).write_text(text.replace(old, new))
    monkeypatch.setattr(echo, "port", lambda: tmp_path / "server")
    with pytest.raises(VambraceError, match=words):
        run(load)


@pytest.mark.long("a server on an operating system: lwIP and FreeRTOS always run")
@pytest.mark.parametrize(
    "core",
    [
        pytest.param("ibex-ref", marks=pytest.mark.long("minutes: every test with every echo and coprocessor")),
        pytest.param("rocket", marks=rocket.MARKS),
    ],
)
@pytest.mark.parametrize("test", TESTS)
def test_software_costs_more_in_every_test(core, test):
    sets = experiment.sets(core)[1:]
    for load in LOADS.values():
        if load.algorithm and load.own:
            able = [name for name in sets if load.gains_from(config.extension_sets()[name])]
            assert able
            check_order(core, able, test, load.name)
