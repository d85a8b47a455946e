# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""DTLS 1.2 of Mbed TLS with libvambrace on a simulated core (ports/mbedtls), with the client of OpenSSL."""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.signals import let_through
from tests.system.packet_programs import read_pcap
from tests.system.test_device_net import free_port
from vambrace import config
from vambrace.software.ports import mbedtls

ECHO = mbedtls.port() / "examples" / "dtls_echo.c"
KEY, IDENTITY, PORT = bytes(range(16)).hex(), "vambrace", 4433

#: Names of OpenSSL and of Mbed TLS.
SUITES = {
    "PSK-AES128-CCM8": "TLS-PSK-WITH-AES-128-CCM-8",
    "PSK-CHACHA20-POLY1305": "TLS-PSK-WITH-CHACHA20-POLY1305-SHA256",
}
SECONDS = 120  # the limit of a wait, on a busy machine


@dataclass
class Device:
    """A simulation in another process."""

    process: subprocess.Popen[bytes]
    port: int
    lines: list[str] = field(default_factory=list)

    def wait_for(self, pattern: str) -> re.Match[str]:
        """The next line that has this, of those that the device prints."""
        assert self.process.stdout is not None
        while line := self.process.stdout.readline().decode():
            self.lines.append(line)
            if match := re.search(pattern, line):
                return match
        raise AssertionError(f"the device ended: {self.lines}")


@contextmanager
def running(folder: Path, point: str, *program: str) -> Iterator[Device]:
    """Let the example run; at the end, the file `trace.pcap` has all frames."""
    port = free_port()
    net = ("--net", f"udp:{port},port={PORT}", "--trace-net", str(folder / "trace.pcap"))
    command = [sys.executable, "-m", "vambrace", "run", *program, "--point", point, *net]
    with subprocess.Popen(
        [*command, "--max-cycles", "1000000000000"], stdout=subprocess.PIPE, preexec_fn=let_through
    ) as process:
        try:
            device = Device(process, port)
            device.wait_for("listening: FE80::FF:FE00:1, UDP port 4433")
            yield device
            os.kill(process.pid, signal.SIGINT)
            assert process.wait(timeout=60) == 130
        finally:
            process.kill()


@contextmanager
def client(port: int, suite: str, key: str = KEY) -> Iterator[subprocess.Popen[bytes]]:
    """OpenSSL's client, which ends with its standard input."""
    command = ["openssl", "s_client", "-dtls1_2", "-connect", f"127.0.0.1:{port}", "-quiet", "-no_ign_eof"]
    suites = f"{suite}:@SECLEVEL=0"  # tags of 8 bytes are below OpenSSL's default
    options = ["-cipher", suites, "-psk", key, "-psk_identity", IDENTITY]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    assert shutil.which("openssl"), "these tests need OpenSSL's command line: install openssl"
    with subprocess.Popen([*command, *options], **pipes) as process:
        try:
            yield process
        finally:
            process.kill()


def exchange(openssl: subprocess.Popen[bytes], message: bytes) -> bytes:
    """Send a message; return the answer, in one piece or in several."""
    assert openssl.stdin is not None and openssl.stdout is not None
    openssl.stdin.write(message)
    openssl.stdin.flush()
    received, end = b"", time.monotonic() + SECONDS
    while len(received) < len(message) and select.select([openssl.stdout], [], [], end - time.monotonic())[0]:
        if not (part := os.read(openssl.stdout.fileno(), 4096)):
            break
        received += part
    return received


#: Messages of these lengths.
SIZES = (16, 512, 1)


def talk(device: Device, suite: str) -> dict[str, int]:
    """A session; return the cycles of its handshake, and of messages by their length."""
    with client(device.port, suite) as openssl:
        for size in SIZES:
            message = (b"%03d: the plaintext " % size * size)[: size - 1] + b"\n"
            assert exchange(openssl, message) == message
        assert openssl.stdin is not None
        openssl.stdin.close()
        assert openssl.wait(timeout=SECONDS) == 0
    name, cycles = device.wait_for(r"handshake: (\S+), (\d+) cycles").groups()
    assert name == SUITES[suite]
    results = {"handshake": int(cycles)}
    for size in SIZES:
        line = rf"message: {size} bytes, received in (\d+) cycles, sent in (\d+)"
        results |= dict(zip((f"open {size}", f"seal {size}"), map(int, device.wait_for(line).groups()), strict=True))
    return results


LONG = pytest.mark.long("Mbed TLS and handshakes of some million cycles, at the pace of a real client")


@LONG
def test_the_client_of_openssl(tmp_path):
    """As the documented command: both suites, clients with a wrong key in between, nothing readable on the link."""
    with running(tmp_path, "ibex-ref/engine", str(ECHO), "--os", "freertos-lwip-mbedtls") as device:
        for suite in SUITES:
            with client(device.port, suite, "00" * 16) as openssl:
                assert openssl.wait(timeout=SECONDS) != 0
            assert device.wait_for(r"session over: -0x(\w+)")[1] == "7180"  # MBEDTLS_ERR_SSL_INVALID_MAC
            talk(device, suite)
    frames = [frame for _, frame in read_pcap(tmp_path / "trace.pcap")[1]]
    assert len(frames) > 30 and not [frame for frame in frames if b"plaintext" in frame]


@LONG
def test_the_cycles_of_handshakes_and_messages(tmp_path):
    """The gains from the driver and the engine: large for a message, small for a handshake, which is SHA-256."""
    cycles = {}
    for name, point, driver in (("own", "none", False), ("library", "none", True), ("engine", "engine", True)):
        elf = mbedtls.build([ECHO], config.point(f"ibex-ref/{point}"), 1 << 20, driver=driver)
        with running(tmp_path, f"ibex-ref/{point}", str(elf.path)) as device:
            cycles[name] = {suite: talk(device, suite) for suite in SUITES}
        print(name, cycles[name])
    for suite in SUITES:
        own, library, engine = (cycles[name][suite] for name in ("own", "library", "engine"))
        for call in ("open 512", "seal 512"):
            assert engine[call] < library[call] / 2 and library[call] < own[call], (suite, call)
        assert 0.8 * own["handshake"] < engine["handshake"] < library["handshake"] < own["handshake"]
