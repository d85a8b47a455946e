# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds programs with Mbed TLS's DTLS, lwIP and FreeRTOS: the published sources, with libvambrace as their accelerator
driver (lib/psa), and our configuration and link to lwIP (ports/mbedtls).
"""

from collections.abc import Sequence
from pathlib import Path

from vambrace.base.paths import root
from vambrace.config import Point, macros
from vambrace.software.ports import lwip, psa
from vambrace.software.running.devices import ETHERNET
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf

#: The files that DTLS needs besides PSA Crypto.
_FILES = (
    "md.c",
    "sha256.c",
    "ssl_ciphersuites.c",
    "ssl_client.c",
    "ssl_cookie.c",
    "ssl_msg.c",
    "ssl_tls.c",
    "ssl_tls12_server.c",
)


def port() -> Path:
    """Return the folder with our files."""
    return root() / "ports" / "mbedtls"


def build(
    sources: list[Path],
    point: Point,
    ram_bytes: int,
    flags: Sequence[str] = (),
    driver: bool = True,
    link: str = ETHERNET,
) -> Elf:
    """Return a program of C and assembly sources with Mbed TLS, lwIP, FreeRTOS and libvambrace, for a point; `flags`
    apply to all of it. Without `driver` Mbed TLS uses its own code.
    """
    setup = psa.Setup(driver)
    common = [f"-I{port()}", *psa.includes(setup), *macros.mbedtls_dtls(driver), *flags]
    library = psa.mbedtls() / "library"
    theirs = [*psa.sources(setup), *(library / name for name in _FILES)]
    accesses = program.access_flags(point.build)
    optimised = ["-std=c99", "-O2", *accesses, "-w", *macros.of(point.build), f"-I{root() / 'lib' / 'src'}"]
    objects = program.compile_objects(theirs, [*optimised, *common], point.build.xlen)
    ours = [port() / name for name in ("vmb_dtls_link.c", "vmb_random.c")]
    return lwip.build([*ours, *sources], point, ram_bytes, common, more=objects, link=link)
