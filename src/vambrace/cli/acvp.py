# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace acvp`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from vambrace.base.output import Output
from vambrace.cli.options import FILE, Bytes

#: The maximum number of unsupported tests that are listed.
MOST_LINES = 20


@click.command()
@click.argument("vectors", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--output", "-o", type=FILE, metavar="FILE", required=True, help="Write the response to this file.")
@click.option("--target", "-t", "name", default="host", show_default=True, help="Run the library on this target.")
@click.option("--baud", default=115200, show_default=True, help="Speed of the serial port, in baud.")
@click.option(
    "--room", type=Bytes(), default="16K", show_default=True, help="Size of the device's buffer for job images."
)
def acvp(vectors: Path, output: Output, name: str, baud: int, room: int) -> None:
    """Run the vector sets of a file of NIST's Automated Cryptographic Validation Protocol (ACVP).

    AES in the modes ECB, CBC, CTR, CCM, GCM, GMAC, GCM-SIV and CMAC, and Ascon of SP 800-232: AEAD128, Hash256, XOF128
    and CXOF128. The library supports whole bytes and external nonces. Other tests are left out of the response, so that
    the server counts them as missing; they are named, and the exit status is 1. A target is host, a point such as
    ibex-ref/zkned, or uart:DEVICE, for a device that runs the program of firmware/serial_jobs.h. An interrupted run
    resumes from FILE.partial.

    \b
    vambrace acvp vectors.json -o response.json
    vambrace acvp vectors.json -o response.json --target ibex-ref/xasconp
    vambrace acvp vectors.json -o response.json --target uart:/dev/ttyUSB0 --room 4K
    """
    from vambrace.software.acvp import run, targets

    def step(done: int, total: int, what: str) -> None:
        print(f"{done}/{total} tests, {what}", file=sys.stderr)

    done = run.run(vectors, output, name, lambda: targets.target(name, baud, room), step)
    for why in done.reasons[:MOST_LINES]:
        print(f"left out: {why}", file=sys.stderr)
    more = f", {done.left_out} left out" if done.left_out else ""
    print(f"{output}: {done.answered} tests answered by {name}{more}", file=sys.stderr)
    sys.exit(1 if done.left_out else 0)
