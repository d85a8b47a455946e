# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds applications of RIOT for the simulated systems, by RIOT's own makefiles: board, processor and modules are ours
(ports/riot), RIOT itself is a checkout of the user's, which RIOTBASE names."""

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from vambrace.base import store, tools
from vambrace.base.errors import UsageError
from vambrace.base.paths import cache_dir, root
from vambrace.config import Point, macros
from vambrace.software.devices import ETHERNET
from vambrace.software.elf import Elf

_WHERE = "get a checkout of https://github.com/RIOT-OS/RIOT and set RIOTBASE to its folder"


def port() -> Path:
    """The folder of what is ours."""
    return root() / "ports" / "riot"


def checkout() -> Path:
    """Return the checkout that RIOTBASE names."""
    if why := why_not():
        raise UsageError(why)
    return Path(os.environ["RIOTBASE"]).absolute()


def why_not() -> str | None:
    """Return what to do where RIOTBASE names no checkout, in a line; None where it does."""
    named = os.environ.get("RIOTBASE")
    if not named:
        return f"RIOT is not there: {_WHERE}"
    if not (Path(named) / "Makefile.include").is_file() or not (Path(named) / "core").is_dir():
        return f"RIOTBASE={named} is no checkout of RIOT: {_WHERE}"
    return None


def build(
    application: Path,
    point: Point,
    ram_bytes: int,
    flags: Sequence[str] = (),
    settings: Mapping[str, str] = {},
    source: Path | None = None,
    link: str = ETHERNET,
) -> Elf:
    """Return an application, given by its folder, as a program for a point. `flags` are for all of it, `settings` are
    variables that its Makefile reads. `source` is a file that it calls $(SOURCE): applications that differ in it alone
    share what is built. That stays, and RIOT's makefiles build what changed. `link`: of the packet interface."""
    from filelock import FileLock

    if not (application / "Makefile").is_file():
        raise UsageError(f"{application} has no Makefile: give the folder of an application of RIOT")
    if point.build.xlen != 32:
        raise UsageError(f"{point.name}: the port of RIOT is for 32-bit cores")
    base, application = checkout(), application.absolute()
    settings = {**settings, "VAMBRACE_LINK": link}
    builds = macros.of(point.build), point.profile, ram_bytes, list(flags), dict(settings)
    folder = cache_dir() / "riot" / store.digest(str(base), str(application), *builds)
    folder.mkdir(parents=True, exist_ok=True)
    environment = _environment(base, folder, point, ram_bytes, flags) | dict(settings)
    with FileLock(folder / "lock"):
        if source:
            environment["SOURCE"] = str(shutil.copy(source, folder / "source.c"))
        tools.run(["make", "-j2", "-C", str(application), "all"], env=environment)
        linked = max((folder / "vambrace").glob("*.elf"), key=lambda elf: elf.stat().st_mtime_ns)  # of this name now
        content = linked.read_bytes()
    kept = store.entry("program", store.digest(content), lambda work: _keep(work / linked.name, content))
    return Elf(kept / linked.name)


def _keep(file: Path, content: bytes) -> None:
    file.write_bytes(content)


def _environment(base: Path, folder: Path, point: Point, ram_bytes: int, flags: Sequence[str]) -> dict[str, str]:
    """What RIOT's makefiles read; it is no argument of make, since they add to most of it."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return environment | {
        "RIOTBASE": str(base),
        "RIOTCPU": str(port() / "cpu"),
        "EXTERNAL_BOARD_DIRS": str(port() / "boards"),
        "EXTERNAL_MODULE_DIRS": str(port() / "modules"),
        "BOARD": "vambrace",
        "BINDIRBASE": str(folder),
        "VAMBRACE_PROFILE": point.profile,
        "VAMBRACE_DEFINES": " ".join(macros.of(point.build)),
        "CFLAGS": " ".join(flags),
        "LINKFLAGS": f"-Wl,--defsym=__ram_bytes={ram_bytes}",
        "CC_NOCOLOR": "1",
    }
