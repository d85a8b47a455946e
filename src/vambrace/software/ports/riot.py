# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds RIOT applications for the simulated systems by RIOT's own makefiles: board, processor and modules are ours
(ports/riot); RIOT itself is the user's checkout, named by RIOTBASE.
"""

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from vambrace.base import store, tools
from vambrace.base.errors import UsageError, VambraceError
from vambrace.base.paths import cache_dir, root
from vambrace.config import Point, macros
from vambrace.software.running.devices import ETHERNET
from vambrace.software.toolchain.elf import Elf

#: The version behind our figures: a commit, and its description by git.
COMMIT, VERSION = "c8bd52ff13daea7da132b8a37986e21d47cde0fe", "2026.10-devel-371-gc8bd52ff13"

_WHERE = "get a checkout of https://github.com/RIOT-OS/RIOT and set RIOTBASE to its folder"

# The files that operating-system tests need, in the order in which missing ones are reported.
_NEEDED = (
    "Makefile.include",
    "core/sched.c",
    "cpu/riscv_common/periph/coretimer.c",
    "drivers/netdev/ieee802154.c",
    "sys/crypto/aes.c",
    "sys/net/gnrc/netif/ieee802154/gnrc_netif_ieee802154.c",
    "sys/net/gnrc/sock/udp/gnrc_sock_udp.c",
)


def port() -> Path:
    """Return the folder with our files."""
    return root() / "ports" / "riot"


def checkout() -> Path:
    """Return the checkout that RIOTBASE names."""
    if why := why_not():
        raise UsageError(why)
    return Path(os.environ["RIOTBASE"]).absolute()


def why_not() -> str | None:
    """Return, in one line, what to do if RIOTBASE names no checkout; None if it does."""
    named = os.environ.get("RIOTBASE")
    if not named:
        return f"RIOT is not available: {_WHERE}"
    if not (Path(named) / "Makefile.include").is_file() or not (Path(named) / "core").is_dir():
        return f"RIOTBASE={named} is not a checkout of RIOT: {_WHERE}"
    return None


def measured(named: Path) -> Path:
    """Return a checkout that has the measured files, in the version behind our figures; UsageError, in one line, names
    what it lacks.
    """
    checkout = named.absolute()
    if not checkout.is_dir():
        raise UsageError(f"{named} is not a folder: get a checkout of https://github.com/RIOT-OS/RIOT")
    for name in _NEEDED:
        if not (checkout / name).is_file():
            raise UsageError(f"{named} cannot be measured: this checkout of RIOT has no {name}")
    if (commit := _git(checkout, "rev-parse", "HEAD")) != COMMIT:
        version = f"at commit {commit[:12]}" if commit else "not a git checkout"
        get = f"git -C {named} checkout {COMMIT[:12]}"
        raise UsageError(f"{named} is {version}, but the figures need RIOT {VERSION}: {get}")
    if _git(checkout, "status", "--porcelain", "--untracked-files=no"):
        raise UsageError(f"{named} was changed, but the figures need the published RIOT: git -C {named} stash")
    return checkout


def _git(folder: Path, *words: str) -> str:
    """Return the output of git in a folder that is the root of a checkout; "" if it fails."""
    try:
        return tools.run(["git", "-C", str(folder), *words]).strip() if (folder / ".git").exists() else ""
    except VambraceError:
        return ""


def build(
    application: Path,
    point: Point,
    ram_bytes: int,
    flags: Sequence[str] = (),
    settings: Mapping[str, str] = {},
    source: Path | None = None,
    link: str = ETHERNET,
    base: Path | None = None,
) -> Elf:
    """Return an application, given by its folder, as a program for a point. `flags` apply to all of it, `settings` are
    variables that its Makefile reads. `source` is a file that the Makefile calls $(SOURCE): applications that differ
    only in it share a build folder, in which RIOT's makefiles rebuild what changed. `link`: the link of the packet
    interface; `base`: the checkout, if RIOTBASE does not name it.
    """
    from filelock import FileLock

    if not (application / "Makefile").is_file():
        raise UsageError(f"{application} has no Makefile: give the folder of a RIOT application")
    if point.build.xlen != 32:
        raise UsageError(f"{point.name}: the RIOT port supports only 32-bit cores")
    base, application = base or checkout(), application.absolute()
    settings = {**settings, "VAMBRACE_LINK": link}
    builds = macros.of(point.build), point.profile, ram_bytes, list(flags), dict(settings)
    folder = cache_dir() / "riot" / store.digest(str(base), str(application), *builds)
    folder.mkdir(parents=True, exist_ok=True)
    environment = _environment(base, folder, point, ram_bytes, flags) | dict(settings)
    with FileLock(folder / "lock"):
        if source:
            environment["SOURCE"] = str(shutil.copy(source, folder / "source.c"))
        tools.run(["make", "-j2", "-C", str(application), "all"], env=environment)
        linked = max((folder / "vambrace").glob("*.elf"), key=lambda elf: elf.stat().st_mtime_ns)  # the current name
        content = linked.read_bytes()
    entry = store.entry("program", store.digest(content), lambda work: _keep(work / linked.name, content))
    return Elf(entry / linked.name)


def _keep(file: Path, content: bytes) -> None:
    file.write_bytes(content)


def _environment(base: Path, folder: Path, point: Point, ram_bytes: int, flags: Sequence[str]) -> dict[str, str]:
    """Return the environment that RIOT's makefiles read; these are not arguments of make, because the makefiles append
    to most of them.
    """
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
