# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""RIOT on simulated cores (ports/riot): threads, the timer, interrupts by the interrupt controller, and the ends of
runs."""

from __future__ import annotations

import pytest

from tests.called import called
from tests.system import riot_applications as applications
from tests.system.device_programs import CORES
from vambrace.software.ports import riot
from vambrace.software.running.devices import Devices

HELLO = riot.port() / "examples" / "hello"


@applications.needed
@pytest.mark.parametrize("core", CORES)
def test_it_boots_in_a_million_cycles(core):
    """Two threads, messages and five sleeps included, each of them a millisecond of 50 MHz."""
    ended, outcome = applications.run(HELLO, core)
    assert ended.code == 0
    assert ended.output.split("\n")[1:] == ["starting", *(f"{n} ms: message {n}" for n in range(1, 6)), ""]
    assert 5 * 50_000 < outcome.total.cycles < 1_000_000


@applications.needed
def test_an_unmodified_application_of_riot():
    """Unmodified, and without an end."""
    folder = riot.checkout() / "examples" / "basic" / "hello-world"
    outcome, output = applications.let_run(folder, 100_000)
    assert outcome.end == "hang" and "You are running RIOT on a(n) vambrace board." in output


@applications.needed
@pytest.mark.parametrize("core", CORES)
def test_an_interrupt_wakes_a_thread(tmp_path, core):
    """Of the UART, by the interrupt controller, before a thread of lower priority that does not wait."""
    text = r"""
static char stack[THREAD_STACKSIZE_MAIN];
static kernel_pid_t reader;
static volatile unsigned interrupts;

static void received(void *unused, uint8_t byte)
{
    msg_t message = {.content = {.value = byte}};
    (void)unused;
    interrupts++;
    msg_send_int(&message, reader);
}

static void *work(void *unused)
{
    (void)unused;
    for (;;) {
    }
    return NULL;
}

int main(void)
{
    static msg_t queue[16];
    msg_t message;

    msg_init_queue(queue, 16);
    reader = thread_getpid();
    thread_create(stack, sizeof(stack), THREAD_PRIORITY_MAIN + 1, 0, work, NULL, "work");
    uart_init(UART_DEV(0), 115200, received, NULL);
    do {
        msg_receive(&message);
        putchar((int)message.content.value);
    } while (message.content.value != '.');
    exit(interrupts == 16 ? 0 : 1);
}
"""
    (tmp_path / "in").write_text("sixteen letters.")
    ended, _ = applications.run_text(tmp_path, text, core, Devices(uart_in=str(tmp_path / "in")))
    assert ended.code == 0 and ended.output.endswith("\nsixteen letters.")


@applications.needed
@pytest.mark.parametrize("core", CORES)
def test_threads_keep_their_registers_and_local_variables(tmp_path, core):
    """A timer alternates two threads: each checks 20 values in registers, and its own thread-local ones."""
    text = """
static char stacks[2][THREAD_STACKSIZE_MAIN];
static _Thread_local unsigned set = 7, zero;
static volatile unsigned turns, last, switches;

static void next(void *timer)
{
    turns++;
    sched_runq_advance(THREAD_PRIORITY_MAIN + 1);
    sched_context_switch_request = 1;
    ztimer_set(ZTIMER_USEC, timer, 100);
}

static void *hold(void *parameter)
{
    unsigned me = (unsigned)(uintptr_t)parameter;
    if (set != 7 || zero != 0 || errno != 0) exit(1);
    set = zero = me;
    errno = (int)me;
    for (unsigned round = 0; turns < 50; round++) {
        uint32_t r[20];
        for (unsigned i = 0; i < 20; i++) {
            r[i] = (me + 1) * 0x01010101u * i + round;
            __asm__ volatile("" : "+r"(r[i]));
        }
        for (unsigned i = 0; i < 20; i++) {
            __asm__ volatile("" : "+r"(r[i]));
            if (r[i] != (me + 1) * 0x01010101u * i + round) exit(2);
        }
        if (last != me) switches++;
        last = me;
        if (set != me || zero != me || errno != (int)me) exit(3);
    }
    exit(switches > 40 ? 0 : 4);
}

int main(void)
{
    static ztimer_t timer;
    timer.callback = next;
    timer.arg = &timer;
    for (uintptr_t i = 0; i < 2; i++)
        thread_create(stacks[i], sizeof(stacks[i]), THREAD_PRIORITY_MAIN + 1, 0, hold, (void *)(i + 1), "hold");
    ztimer_set(ZTIMER_USEC, &timer, 100);
    return 0;
}
"""
    assert applications.run_text(tmp_path, text, core)[0].code == 0


ENDS = {
    "exit(42);": (42, ""),
    "pm_off();": (0, ""),
    "pm_reboot();": (121, ""),
    'core_panic(PANIC_GENERAL_ERROR, "found");': (120, "*** RIOT kernel panic:\nfound\n"),
}


@applications.needed
@pytest.mark.parametrize("statement", ENDS)
@pytest.mark.parametrize("flags", [(), ("-DDEVELHELP",)], ids=["", "DEVELHELP"])
def test_how_a_run_ends(tmp_path, statement, flags):
    code, words = ENDS[statement]
    ended, _ = applications.run_text(tmp_path, f"int main(void) {{ {statement} for (;;) {{}} }}", flags=flags)
    assert ended.code == code and words in ended.output


@applications.needed
def test_an_exception_is_reported(tmp_path):
    folder = applications.write(tmp_path, "int main(void) { *(volatile int *)0x20000000 = 1; return 0; }")
    done = called("run", str(folder), "--point", "ibex-ref/none", "--os", "riot")
    assert done.returncode == 125
    assert "trap: store access fault" in done.stderr and "in main" in done.stderr


def refusal(*arguments: str) -> str:
    done = called("run", *arguments, "--os", "riot")
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def test_a_missing_checkout_is_explained(tmp_path, monkeypatch):
    """One line for a missing, empty or wrong RIOTBASE."""
    point = ("--point", "ibex-ref/none")
    monkeypatch.delenv("RIOTBASE", raising=False)
    assert "RIOT is not available: get a checkout" in refusal(str(HELLO), *point)
    monkeypatch.setenv("RIOTBASE", "")
    assert "RIOT is not available: get a checkout" in refusal(str(HELLO), *point)
    monkeypatch.setenv("RIOTBASE", str(tmp_path))
    assert f"RIOTBASE={tmp_path} is not a checkout of RIOT: get a checkout" in refusal(str(HELLO), *point)


def test_other_arguments_are_explained(tmp_path, monkeypatch):
    monkeypatch.setenv("RIOTBASE", str(tmp_path))
    (tmp_path / "core").mkdir()
    (tmp_path / "Makefile.include").touch()
    assert "has no Makefile" in refusal(str(tmp_path / "core"), "--point", "ibex-ref/none")
    assert "has no Makefile" in refusal(str(HELLO / "main.c"), "--point", "ibex-ref/none")
    assert "give one folder" in refusal(str(HELLO), str(HELLO), "--point", "ibex-ref/none")
    assert "32-bit cores" in refusal(str(HELLO), "--point", "rocket64/none")
