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
from vambrace.config import Point, macros
from vambrace.software.ports import freertos
from vambrace.software.running.devices import ETHERNET
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf

_PACKAGE, _VERSION = "lwip", "2.1.3+dfsg1-2"
_ARCHIVE = "lwip_2.1.3+dfsg1.orig.tar.xz"
_SHA256 = "0a8276d09fc4e97bbba2f953d74af2388fc2195ea156be9d7589e297a68fde24"

#: What we take of it.
_KEPT = ("src/core", "src/netif/ethernet.c", "src/include", "COPYING")
_KEPT_6LOWPAN = ("src/netif/lowpan6.c", "src/netif/lowpan6_common.c", "COPYING")
_FLAGS = ("-O2", "-w")

#: What is added to lwIP's fragments of 6LoWPAN: lines, by the place in front of which they stand. lwIP loses the
#: fragments of a datagram, and their memory, when one comes that belongs in front of them; and it frees a first
#: fragment twice whose header cannot be decompressed.
_MENDED = {
    "      if (last == NULL) {\n        lrh->frags = p;\n": "      p->next = q;\n",
    "        mem_free(lrh);\n        goto lowpan6_input_discard;\n": "        mem_free(lrh);\n        return ERR_OK;\n",
}


def port() -> Path:
    """The folder of what is ours."""
    return root() / "ports" / "lwip"


def stack() -> Path:
    """Return the folder with lwIP's sources, which are downloaded at the first use."""
    return _kept(_KEPT, sources_key())


def _kept(names: Sequence[str], key: str) -> Path:
    """Return a folder with these files of the package."""

    def download(folder: Path) -> None:
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            try:
                unpacked = debian.source(Path(scratch), _PACKAGE, _VERSION, _ARCHIVE, _SHA256)
            except VambraceError as error:
                raise type(error)(f"lwIP is not there: {error}") from None
            for name in names:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.move(unpacked / name, folder / name)

    return store.entry("lwip", key, download)


def _of_link(link: str) -> list[Path]:
    """Return the sources of lwIP for a link."""
    if link == ETHERNET:
        return [stack() / "src" / "netif" / "ethernet.c"]
    key = store.digest(_PACKAGE, _VERSION, _ARCHIVE, _SHA256, _KEPT_6LOWPAN)
    fragments, common = (_kept(_KEPT_6LOWPAN, key) / name for name in _KEPT_6LOWPAN if name.endswith(".c"))
    return [_mended(fragments), common]


def _mended(file: Path) -> Path:
    """Return a copy of lwIP's fragments of 6LoWPAN with _MENDED."""
    text = file.read_text()
    for anchor, lines in _MENDED.items():
        if text.count(anchor) != 1:
            raise VambraceError(f"{file.name}: a place to mend is there {text.count(anchor)} times, not once")
        text = text.replace(anchor, lines + anchor)

    def write(folder: Path) -> None:
        (folder / file.name).write_text(text)

    return store.entry("lwip", store.digest(text), write) / file.name


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
    link: str = ETHERNET,
) -> Elf:
    """Return a program of C and assembly sources with lwIP, FreeRTOS and libvambrace, for a point; `flags` are for all
    of it, for example a MEM_SIZE. Sources `behind` stand behind the systems; `more` are objects of other
    libraries. On links of IEEE 802.15.4 there is 6LoWPAN."""
    core = stack() / "src" / "core"
    theirs = [*sorted(core.glob("*.c")), *sorted((core / "ipv6").glob("*.c")), *_of_link(link)]
    common = [f"-I{port()}", f"-I{stack() / 'src' / 'include'}", *macros.lwip(link), *flags]
    objects = program.compile_objects(theirs, [*_FLAGS, *freertos.includes(), *common], point.build.xlen)
    interface = "vmb_lwip_netif.c" if link == ETHERNET else "vmb_lwip_netif_6lowpan.c"
    ours = [port() / name for name in ("vmb_lwip.c", interface)]
    return freertos.build(sources, point, ram_bytes, common, more=[*objects, *more], behind=[*ours, *behind])
