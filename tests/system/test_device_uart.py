# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The UART (soc/sim/devices/uart.h): a 16550 on standard output, a file, and standard input."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

from tests.called import called
from tests.system.device_programs import CORES, passes
from vambrace.software.running.devices import Devices


@pytest.mark.parametrize("core", CORES)
def test_registers(tmp_path, core):
    text = """
int main(void)
{
    IS(AT(UART, LSR), 0x60); /* empty */
    IS(AT(UART, IIR), 0x01); /* no interrupt, no FIFOs */
    IS(AT(UART, MSR), 0xb0); /* the other side is ready */
    AT(UART, SCR) = 0x15a;
    IS(AT(UART, SCR), 0x5a);
    AT(UART, LCR) = 0x83;
    AT(UART, DATA) = 27; /* the divisor latches, which change nothing else */
    AT(UART, IER) = 0xfe;
    IS(AT(UART, DATA), 27);
    IS(AT(UART, IER), 0xfe);
    AT(UART, LCR) = 0x03;
    IS(AT(UART, LCR), 0x03);
    IS(AT(UART, DATA), 0); /* nothing received */
    IS(AT(UART, IER), 0);
    AT(UART, IER) = 0xff;
    IS(AT(UART, IER), 0x0f);
    AT(UART, IIR) = 1;
    IS(AT(UART, IIR), 0xc2);
    IS(AT(UART, IIR), 0xc1); /* reading it took the interrupt back */
    AT(UART, LSR) = 0xff;
    AT(UART, MSR) = 0xff;
    IS(AT(UART, LSR), 0x60);
    AT(UART, MCR) = 0xff;
    IS(AT(UART, MCR), 0x1f);
    return 0;
}
"""
    assert passes(tmp_path, text, core) == ""


@pytest.mark.parametrize("core", CORES)
def test_each_sent_byte_empties_the_transmitter(tmp_path, core):
    text = r"""
int main(void)
{
    const char *text = "a\xff\x00 line\n";
    AT(UART, IER) = 2;
    IS(AT(UART, IIR), 2);
    for (unsigned i = 0; i < 9; i++) {
        IS(AT(UART, IIR), 1);
        *(volatile char *)&AT(UART, DATA) = text[i]; /* a byte, or a word */
        IS(AT(UART, IIR), 2);
    }
    AT(UART, DATA) = '\n';
    AT(UART, IER) = 0;
    IS(AT(UART, IIR), 1);
    return 0;
}
"""
    assert passes(tmp_path, text.replace(r"\xff\x00", "  "), core) == "a   line\n\n"


@pytest.mark.parametrize("core", CORES)
def test_the_loop(tmp_path, core):
    text = """
int main(void)
{
    unsigned i;
    AT(UART, MCR) = 0x10;
    IS(AT(UART, MSR), 0);
    for (i = 0; i < 4; i++) { /* RTS, DTR, OUT1, OUT2 are CTS, DSR, RI, DCD */
        static const uint8_t to[] = {0x20, 0x10, 0x40, 0x80};
        AT(UART, MCR) = 0x10 | 1u << i;
        IS(AT(UART, MSR), to[i]);
    }
    AT(UART, IER) = 5;
    AT(UART, DATA) = 'a';
    IS(AT(UART, LSR), 0x61);
    IS(AT(UART, IIR), 0x04);
    AT(UART, DATA) = 'b'; /* without FIFOs it replaces the other */
    IS(AT(UART, IIR), 0x06);
    IS(AT(UART, LSR), 0x63);
    IS(AT(UART, LSR), 0x61); /* reading it took the overrun back */
    IS(AT(UART, IIR), 0x04);
    IS(AT(UART, DATA), 'b');
    IS(AT(UART, LSR), 0x60);

    AT(UART, IIR) = 0x81; /* FIFOs; 8 bytes interrupt */
    for (i = 0; i < 16; i++) {
        AT(UART, DATA) = i;
        IS(AT(UART, IIR), i < 7 ? 0xcc : 0xc4);
    }
    IS(AT(UART, LSR), 0x61);
    AT(UART, DATA) = 99; /* the 17th is lost */
    IS(AT(UART, IIR), 0xc6);
    IS(AT(UART, LSR), 0x63);
    for (i = 0; i < 16; i++)
        IS(AT(UART, DATA), i);
    IS(AT(UART, IIR), 0xc1);

    AT(UART, DATA) = 1;
    AT(UART, IIR) = 0x83; /* empties the receiver */
    IS(AT(UART, LSR), 0x60);
    AT(UART, DATA) = 1;
    AT(UART, IIR) = 0; /* and so does turning the FIFOs off */
    IS(AT(UART, LSR), 0x60);
    IS(AT(UART, IIR), 0x01);
    return 0;
}
"""
    assert passes(tmp_path, text, core) == ""


#: Prints its input, received by interrupt, up to the first dot.
ECHO = """
static volatile int done;

vmb_sim_word vmb_trap(vmb_sim_word cause, vmb_sim_word pc, vmb_sim_word value)
{
    (void)value;
    IS(cause, 0x8000000b);
    IS(AT(PLIC, CLAIM), VMB_PLIC_SOURCE_UART);
    while (AT(UART, LSR) & 1) {
        uint32_t byte = AT(UART, DATA);
        AT(UART, DATA) = byte;
        if (byte == '.') done = 1;
    }
    AT(PLIC, CLAIM) = VMB_PLIC_SOURCE_UART;
    return pc;
}

int main(void)
{
    VMB_DEVICE(VMB_PLIC_BASE + VMB_PLIC_PRIORITY + 4 * VMB_PLIC_SOURCE_UART) = 1;
    AT(PLIC, ENABLE) = 1 << VMB_PLIC_SOURCE_UART;
    AT(UART, IIR) = 0xc1;
    AT(UART, IER) = 1;
    CSR_WRITE(mie, MEI);
    __asm__ volatile("csrsi mstatus, 8");
    while (!done) {
    }
    return 0;
}
"""


@pytest.mark.parametrize("core", CORES)
def test_a_file_is_received_without_loss(tmp_path, core):
    text = "".join(f"line {number}\n" for number in range(20)) + "end."
    (tmp_path / "in").write_text(text)
    assert passes(tmp_path, ECHO, core, Devices(uart_in=str(tmp_path / "in"))) == text


def test_standard_input_is_received(tmp_path):
    """Each line is sent after the answer to the previous one."""
    from tests.system.device_programs import PRELUDE

    (tmp_path / "echo.c").write_text(PRELUDE + ECHO)
    options = ["--point", "ibex-ref/none", "--uart-in", "-", "--max-cycles", "1000000000"]
    command = [sys.executable, "-m", "vambrace", "run", str(tmp_path / "echo.c"), *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        limit = threading.Timer(120, process.kill)
        limit.start()
        for line in ("hello\n", "how are you\n", "."):
            process.stdin.write(line)
            process.stdin.flush()
            assert process.stdout.read(len(line)) == line
        limit.cancel()
        assert process.wait(60) == 0


@pytest.mark.parametrize("name", ["none", ""])
def test_a_missing_file_is_reported(tmp_path, name):
    (tmp_path / "program.c").write_text("int main(void) { return 0; }")
    path = tmp_path / name
    done = called("run", str(tmp_path / "program.c"), "--point", "ibex-ref/none", "--uart-in", str(path))
    assert done.returncode == 2
    (line,) = [line for line in done.stderr.splitlines() if not line.startswith(("building", "compiling"))]
    assert line.startswith(f"vambrace: --uart-in: cannot read {path}: ") and "name a file" in line
