# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds programs with lwIP on FreeRTOS: IPv6 and UDP over the packet interface. The published sources, and our
configuration, interface and task (ports/lwip)."""

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from vambrace.base import debian, store
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.config import Point
from vambrace.software import freertos, program
from vambrace.software.elf import Elf

_PACKAGE, _VERSION = "lwip", "2.1.3+dfsg1-2"
_ARCHIVE = "lwip_2.1.3+dfsg1.orig.tar.xz"
_SHA256 = "0a8276d09fc4e97bbba2f953d74af2388fc2195ea156be9d7589e297a68fde24"

#: What we take of it.
_KEPT = ("src/core", "src/netif/ethernet.c", "src/include", "COPYING")
_FLAGS = ("-O2", "-w")


def port() -> Path:
    """The folder of what is ours."""
    return root() / "ports" / "lwip"


def stack() -> Path:
    """Return the folder with lwIP's sources, which are downloaded at the first use."""

    def download(folder: Path) -> None:
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            try:
                unpacked = debian.source(Path(scratch), _PACKAGE, _VERSION, _ARCHIVE, _SHA256)
            except VambraceError as error:
                raise type(error)(f"lwIP is not there: {error}") from None
            for name in _KEPT:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.move(unpacked / name, folder / name)

    return store.entry("lwip", sources_key(), download)


def sources_key() -> str:
    """Return the hash of what selects lwIP's sources."""
    return store.digest(_PACKAGE, _VERSION, _ARCHIVE, _SHA256, _KEPT)


def build(
    sources: list[Path],
    point: Point,
    ram_bytes: int,
    flags: Sequence[str] = (),
    behind: Sequence[Path] = (),
    more: Sequence[Path] = (),
) -> Elf:
    """Return a program of C and assembly sources with lwIP, FreeRTOS and libvambrace, for a point; `flags` are for all
    of it, for example a MEM_SIZE. Sources `behind` stand behind the systems; `more` are objects of other libraries."""
    core = stack() / "src" / "core"
    theirs = [*sorted(core.glob("*.c")), *sorted((core / "ipv6").glob("*.c")), stack() / "src" / "netif" / "ethernet.c"]
    common = [f"-I{port()}", f"-I{stack() / 'src' / 'include'}", *flags]
    objects = program.compile_objects(theirs, [*_FLAGS, *freertos.includes(), *common], point.build.xlen)
    ours = [port() / name for name in ("vmb_lwip.c", "vmb_lwip_netif.c")]
    return freertos.build(sources, point, ram_bytes, common, more=[*objects, *more], behind=[*ours, *behind])
