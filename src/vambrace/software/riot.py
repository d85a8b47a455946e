# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds applications of RIOT for the simulated systems, by RIOT's own makefiles: board, processor and modules are ours
(ports/riot), RIOT itself is a checkout of the user's, which RIOTBASE names."""

import os
from collections.abc import Sequence
from pathlib import Path

from vambrace.base import store, tools
from vambrace.base.errors import UsageError
from vambrace.base.paths import cache_dir, root
from vambrace.config import Point, macros
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


def build(application: Path, point: Point, ram_bytes: int, flags: Sequence[str] = ()) -> Elf:
    """Return an application, given by its folder, as a program for a point. `flags` are for all of it. What is built
    stays, and RIOT's makefiles build what changed."""
    from filelock import FileLock

    if not (application / "Makefile").is_file():
        raise UsageError(f"{application} has no Makefile: give the folder of an application of RIOT")
    if point.build.xlen != 32:
        raise UsageError(f"{point.name}: the port of RIOT is for 32-bit cores")
    base, application = checkout(), application.absolute()
    key = store.digest(str(base), str(application), macros.of(point.build), point.profile, ram_bytes, list(flags))
    folder = cache_dir() / "riot" / key
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / "lock"):
        tools.run(
            ["make", "-j2", "-C", str(application), "all"], env=_environment(base, folder, point, ram_bytes, flags)
        )
        (linked,) = (folder / "vambrace").glob("*.elf")
    return Elf(linked)


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
