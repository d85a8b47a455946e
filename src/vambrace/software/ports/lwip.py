# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds programs with lwIP on FreeRTOS: IPv6 and UDP over the packet interface. It uses the published sources, and our
configuration, interface and task (ports/lwip).
"""

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from vambrace.base import debian, store
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.config import Point, macros
from vambrace.software.ports import freertos
from vambrace.software.running.devices import ETHERNET
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf

_PACKAGE, _VERSION = "lwip", "2.1.3+dfsg1-2"
_ARCHIVE = "lwip_2.1.3+dfsg1.orig.tar.xz"
_SHA256 = "0a8276d09fc4e97bbba2f953d74af2388fc2195ea156be9d7589e297a68fde24"

#: The parts of lwIP that are used.
_PATHS = ("src/core", "src/netif/ethernet.c", "src/include", "COPYING")
_KEPT_6LOWPAN = ("src/netif/lowpan6.c", "src/netif/lowpan6_common.c", "COPYING")
_FLAGS = ("-O2", "-w")

#: Corrections of lwIP's 6LoWPAN fragmentation: lines, by the text before which they are inserted. lwIP loses the
#: fragments of a datagram, and their memory, if a fragment arrives that precedes them; and it frees a first fragment
#: twice if its header cannot be decompressed.
_MENDED = {
    "      if (last == NULL) {\n        lrh->frags = p;\n": "      p->next = q;\n",
    "        mem_free(lrh);\n        goto lowpan6_input_discard;\n": "        mem_free(lrh);\n        return ERR_OK;\n",
}


def port() -> Path:
    """Return the folder with our files."""
    return root() / "ports" / "lwip"


def stack() -> Path:
    """Return the folder with lwIP's sources, which are downloaded on first use."""
    return _unpacked(_PATHS, sources_key())


def _unpacked(names: Sequence[str], key: str) -> Path:
    """Return a folder with these files of the package."""

    def download(folder: Path) -> None:
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            try:
                unpacked = debian.source(Path(scratch), _PACKAGE, _VERSION, _ARCHIVE, _SHA256)
            except VambraceError as error:
                raise type(error)(f"lwIP is not available: {error}") from None
            for name in names:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.move(unpacked / name, folder / name)

    return store.entry("lwip", key, download)


def _of_link(link: str) -> list[Path]:
    """Return lwIP's sources for a link."""
    if link == ETHERNET:
        return [stack() / "src" / "netif" / "ethernet.c"]
    key = store.digest(_PACKAGE, _VERSION, _ARCHIVE, _SHA256, _KEPT_6LOWPAN)
    fragments, common = (_unpacked(_KEPT_6LOWPAN, key) / name for name in _KEPT_6LOWPAN if name.endswith(".c"))
    return [_mended(fragments), common]


def _mended(file: Path) -> Path:
    """Return a copy of lwIP's 6LoWPAN fragmentation with the corrections of _MENDED."""
    text = file.read_text()
    for anchor, lines in _MENDED.items():
        if text.count(anchor) != 1:
            raise VambraceError(f"{file.name}: the text to correct occurs {text.count(anchor)} times, not once")
        text = text.replace(anchor, lines + anchor)

    def write(folder: Path) -> None:
        (folder / file.name).write_text(text)

    return store.entry("lwip", store.digest(text), write) / file.name


def sources_key() -> str:
    """Return the hash of the parameters that select lwIP's sources."""
    return store.digest(_PACKAGE, _VERSION, _ARCHIVE, _SHA256, _PATHS)


def build(
    sources: list[Path],
    point: Point,
    ram_bytes: int,
    flags: Sequence[str] = (),
    behind: Sequence[Path] = (),
    more: Sequence[Path] = (),
    link: str = ETHERNET,
) -> Elf:
    """Return a program of C and assembly sources with lwIP, FreeRTOS and libvambrace, for a point; `flags` apply to all
    of it, for example a MEM_SIZE. The sources `behind` are linked after the systems; `more` are objects of other
    libraries. IEEE 802.15.4 links use 6LoWPAN.
    """
    core = stack() / "src" / "core"
    theirs = [*sorted(core.glob("*.c")), *sorted((core / "ipv6").glob("*.c")), *_of_link(link)]
    common = [f"-I{port()}", f"-I{stack() / 'src' / 'include'}", *macros.lwip(link), *flags]
    objects = program.compile_objects(theirs, [*_FLAGS, *freertos.includes(), *common], point.build.xlen)
    interface = "vmb_lwip_netif.c" if link == ETHERNET else "vmb_lwip_netif_6lowpan.c"
    ours = [port() / name for name in ("vmb_lwip.c", interface)]
    return freertos.build(sources, point, ram_bytes, common, more=[*objects, *more], behind=[*ours, *behind])
