# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""FreeRTOS on simulated cores (ports/freertos): tasks, the tick, interrupts by the interrupt controller, and the ends
of runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.called import called
from tests.system.device_programs import CORES, Ended, model_of
from vambrace import config
from vambrace.software.ports import freertos
from vambrace.software.running.devices import Devices
from vambrace.software.running.simulate import Machine, Outcome, simulate

TASKS = freertos.port() / "examples" / "tasks.c"


def run(
    folder: Path, source: Path | str, core: str = "ibex-ref", devices: Devices = Devices(), flags: tuple[str, ...] = ()
) -> tuple[Ended, Outcome]:
    """Run a program, a file or its text, to its exit."""
    if isinstance(source, str):
        text, source = source, folder / "program.c"
        source.write_text(PRELUDE + text)
    elf = freertos.build([source], config.point(f"{core}/none"), 1 << 20, flags)
    with (folder / "output").open("w+b") as console:
        machine = Machine(max_cycles=5_000_000, devices=devices)
        outcome = simulate(model_of(core), elf, machine, console=console.fileno())
        assert outcome.end == "exit", outcome.describe(elf)
        console.seek(0)
        return Ended(outcome.exit_code, console.read().decode()), outcome


@pytest.mark.parametrize("core", CORES)
def test_it_boots_in_2_million_cycles(tmp_path, core):
    """Tasks, a queue and ten ticks included, each of them a millisecond of 50 MHz."""
    ended, outcome = run(tmp_path, TASKS, core)
    assert ended == Ended(0, "starting\n" + "".join(f"tick {2 * n}: {n}\n" for n in range(1, 6)))
    assert 10 * 50_000 < outcome.total.cycles < 2_000_000


def test_the_example_encrypts(tmp_path):
    """A changed message is rejected, which the program checks itself."""
    ended, _ = run(tmp_path, TASKS.with_name("aead.c"))
    assert ended.code == 0 and ended.output.endswith("\na changed message is refused\n")


PRELUDE = """
#include <stdio.h>
#include "FreeRTOS.h"
#include "task.h"
#include "vmb_devices.h"
#include "vmb_freertos.h"
#include "vmb_sim.h"
void _exit(int code);
#define UART(reg) VMB_DEVICE(VMB_UART_BASE + VMB_UART_##reg)
#line 1
"""


@pytest.mark.parametrize("core", CORES)
def test_an_interrupt_wakes_a_task(tmp_path, core):
    """At once, not with the next tick, and before a task of lower priority that does not wait."""
    text = r"""
static TaskHandle_t reader;
static volatile unsigned interrupts;

static void received(void)
{
    BaseType_t woken = pdFALSE;
    interrupts++;
    UART(IER) = 0; /* until it is read */
    vTaskNotifyGiveFromISR(reader, &woken);
    portYIELD_FROM_ISR(woken);
}

static void read(void *unused)
{
    (void)unused;
    for (;;) {
        UART(IER) = 1;
        ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
        int c = getchar();
        putchar(c);
        if (c == '.') _exit(interrupts == 7 && xTaskGetTickCount() == 0 ? 0 : 1);
    }
}

static void work(void *unused)
{
    (void)unused;
    for (;;) {
    }
}

int main(void)
{
    vmb_interrupt_set(VMB_PLIC_SOURCE_UART, received);
    xTaskCreate(read, "read", 512, NULL, 3, &reader);
    xTaskCreate(work, "work", 256, NULL, 1, NULL);
    vmb_freertos_run();
}
"""
    (tmp_path / "in").write_text("a line.\nno more")
    ended, _ = run(tmp_path, text, core, Devices(uart_in=str(tmp_path / "in")))
    assert ended == Ended(0, "a line.")


@pytest.mark.parametrize("core", CORES)
def test_tasks_keep_their_registers(tmp_path, core):
    """Two tasks of one priority alternate with each tick; each checks 20 values that it keeps in registers."""
    text = """
static volatile unsigned turns[2];

static void hold(void *parameter)
{
    unsigned me = (unsigned)(uintptr_t)parameter, other = 1 - me, last = turns[other];
    for (unsigned round = 0;; round++) {
        uint32_t r[20];
        for (unsigned i = 0; i < 20; i++) {
            r[i] = (me + 1) * 0x01010101u * i + round;
            __asm__ volatile("" : "+r"(r[i]));
        }
        for (unsigned i = 0; i < 20; i++) {
            __asm__ volatile("" : "+r"(r[i]));
            if (r[i] != (me + 1) * 0x01010101u * i + round) _exit(1);
        }
        unsigned seen = turns[other];
        if (seen != last || round == 0) turns[me]++;
        last = seen;
        if (turns[me] > 20) _exit(0);
        if (xTaskGetTickCount() > 60) _exit(2);
    }
}

int main(void)
{
    xTaskCreate(hold, "a", 512, (void *)0, 1, NULL);
    xTaskCreate(hold, "b", 512, (void *)1, 1, NULL);
    vmb_freertos_run();
}
"""
    assert run(tmp_path, text, core, flags=("-DconfigTICK_RATE_HZ=20000",))[0].code == 0


FAULTS = {
    "FreeRTOS: assertion failed: ": "configASSERT(0);",
    "FreeRTOS: no memory left; build with a larger configTOTAL_HEAP_SIZE": "pvPortMalloc(70000);",
    "FreeRTOS: the stack of task faulty overflowed": "volatile char big[1100]; big[0] = big[9] = 1; vTaskDelay(1);",
}


@pytest.mark.parametrize("words", FAULTS)
def test_an_error_that_the_kernel_detects_ends_the_run(tmp_path, words):
    text = f"""
static void faulty(void *unused)
{{
    (void)unused;
    {FAULTS[words]}
    _exit(0);
}}

int main(void)
{{
    xTaskCreate(faulty, "faulty", 256, NULL, 1, NULL);
    vmb_freertos_run();
}}
"""
    ended, _ = run(tmp_path, text)
    assert ended.code == 120 and words in ended.output


def test_an_exception_of_a_task_is_reported(tmp_path):
    (tmp_path / "program.c").write_text(
        PRELUDE
        + """
static void faulty(void *unused) { (void)unused; *(volatile int *)0x20000000 = 1; }
int main(void) { xTaskCreate(faulty, "faulty", 256, NULL, 1, NULL); vmb_freertos_run(); }
"""
    )
    options = ["--point", "ibex-ref/none", "--os", "freertos"]
    done = called("run", str(tmp_path / "program.c"), *options)
    assert done.returncode == 125
    assert "trap: store access fault" in done.stderr and "in faulty" in done.stderr
