# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace os --os riot`: the tests of operating systems on RIOT, next to an encrypting echo server behind 6LoWPAN.
Every answer is checked, and wrong ones are found."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests.system import rocket
from vambrace import config
from vambrace.base.errors import UsageError, VambraceError
from vambrace.hardware import model
from vambrace.measure import os as experiment
from vambrace.measure.os import Task
from vambrace.software.ports import echo, riot, rtos_tests
from vambrace.software.ports.echo import LOADS
from vambrace.software.toolchain.elf import Elf


def why_not() -> str | None:
    """Return the error in the checkout that RIOTBASE names; None if there is none."""
    try:
        riot.measured(riot.checkout())
    except UsageError as error:
        return str(error)
    return None


needed = pytest.mark.skipif(why_not() is not None, reason=why_not() or "")

POINT = config.point("ibex-ref/none")

#: A slow clock, so that a message comes in 333,333 cycles.
CLOCK = 5_000_000


def task(load: str, test: str = "basic", extensions: str = "none", core: str = "ibex-ref") -> Task:
    return Task(config.point(f"{core}/{extensions}"), test, load, "15", CLOCK, 1 / 15, 2, "riot")


@needed
def test_software_costs_more_than_a_coprocessor():
    """Ours takes less than RIOT's, which expands the key for each block, and an engine almost nothing."""
    rows = [("none", "none"), ("echo", "none"), ("aes-256-ecb", "engine"), ("aes-256-ecb", "none")]
    rows.append(("aes-256-ecb-riot", "none"))
    results = [experiment.measure(task(load, extensions=extensions))[0] for load, extensions in rows]
    loops = [record["loops"] for record in results]
    assert loops == sorted(loops, reverse=True) and loops[0] > 1.1 * loops[1] > 1.2 * loops[-1]
    assert loops[2] > 0.98 * loops[1]
    for record in results:
        assert record["reached"] and record["samples"] == 2 and record["checked"]
        assert record["cycles"] == pytest.approx(2 * CLOCK / 15, rel=0.02)
        assert record["loops_deviation"] < 0.01 * record["loops"]
    assert results[0]["messages_per_second"] is results[0]["answer_cycles"] is None
    for record in results[1:]:
        assert record["messages_per_second"] == pytest.approx(15, rel=0.02)
        assert 20_000 < record["answer_cycles"] < CLOCK / 15


@needed
@rocket.needed
@pytest.mark.parametrize("extensions", ["aes-256-unit", "aes-256-unit-port-pio", "aes-256-unit-tlul-pio"])
def test_each_coupling_of_rocket_costs_little(extensions):
    """RoCC instructions trap unless the port enables them."""
    rows = [("echo", "none"), ("aes-256-ecb", extensions), ("aes-256-ecb", "none")]
    plain, unit, software = (
        experiment.measure(task(load, extensions=name, core="rocket"))[0]["loops"] for load, name in rows
    )
    assert software < 0.95 * plain and 0.98 * plain < unit < 1.01 * plain


@needed
@pytest.mark.parametrize(
    "test", ["preemptive", "interrupt", pytest.param("message", marks=pytest.mark.long("others run"))]
)
def test_other_tests_run_next_to_an_echo(test):
    alone, next_to = (experiment.measure(task(load, test))[0]["loops"] for load in ("none", "echo"))
    assert 0.5 * alone < next_to < 0.95 * alone


def places(elf: Elf) -> dict[str, int]:
    """The functions and objects of a program with unique names, except those of the server and its ciphers: the
    addresses of code, and the lines of data in a cache of 4 KiB."""
    lines = subprocess.run(
        ["riscv64-unknown-elf-nm", str(elf.path)], check=True, capture_output=True, text=True
    ).stdout.splitlines()
    results: dict[str, set[int]] = {}
    for address, kind, name in (line.split() for line in lines if len(line.split()) == 3):
        if kind in "tTdDbBrR":
            place = int(address, 16)
            results.setdefault(name, set()).add(place if kind in "tT" else place % 4096)
    return {name: next(iter(some)) for name, some in results.items() if len(some) == 1}


@needed
def test_kernel_network_and_test_have_the_same_addresses():
    """For any load next to the test: a direct-mapped cache would otherwise change its loops by more than the effect."""
    programs = [places(task(load).program()) for load in ("none", "echo", "aes-256-ecb", "aes-256-ecb-riot")]
    fixed = ("work", "loops", "values", "report", "thread_yield", "sched_run", "ztimer_set", "main_stack")
    fixed += ("gnrc_udp_init", "gnrc_sixlowpan_iphc_recv", "gnrc_pktbuf_add", "memcpy", "threads", "trap_entry")
    for name in fixed:
        assert len({program[name] for program in programs}) == 1, name


#: A file of the server, a line of it, its replacement, and the reported error.
DEFECTS = {
    "nothing is encrypted": (
        "cipher_ecb.c",
        "return blocks_ecb(datagram, datagram, ECHO_BYTES, true)",
        "return datagram != 0",
        "answer 1 is wrong",
    ),
    "nothing is decrypted": (
        "cipher_ecb.c",
        "return blocks_ecb(datagram, datagram, ECHO_BYTES, false)",
        "return datagram != 0",
        "the load refused a message",
    ),
    "a key is not taken": (
        "blocks_library.c",
        "return vmb_aes256_init(&expanded, key, 32) == VMB_OK",
        "return vmb_aes256_init(&expanded, key, 31) == VMB_OK",
        "the cipher of the echo server did not start: no accelerator",
    ),
    "nothing is sent": (
        "load_riot.c",
        "sock_udp_send(&sock, datagram, (size_t)length, &client) == length",
        "length > 0",
        "2 messages answered, but 0 answers sent",
    ),
}


@needed
@pytest.mark.parametrize("defect", DEFECTS)
def test_a_defect_of_the_server_is_found(tmp_path, monkeypatch, defect):
    file, old, new, words = DEFECTS[defect]
    server = shutil.copytree(echo.port(), tmp_path / "ports" / "os_echo")
    text = (server / file).read_text()
    assert text.count(old) == 1
    (server / file).write_text(text.replace(old, new))
    monkeypatch.setattr(echo, "port", lambda: server)
    first = task("aes-256-ecb")
    elf, spec = first.program(), model.shared(POINT.core, POINT.extensions)
    with pytest.raises(VambraceError, match=words):
        cycles = first.samples * first.cycles
        rtos_tests.run_windows(
            model.build(spec), elf, cycles, LOADS["aes-256-ecb"], repr(15e6 / CLOCK), rtos_tests.RADIO
        )
