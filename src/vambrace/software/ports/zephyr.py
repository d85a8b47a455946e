# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds Zephyr applications for the simulated systems by Zephyr's own CMake: board, processor and the module with
libvambrace are ours (ports/zephyr); Zephyr itself is the user's checkout, named by ZEPHYR_BASE.
"""

import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from vambrace.base import store, tools
from vambrace.base.errors import BuildError, UsageError
from vambrace.base.paths import cache_dir, root
from vambrace.config import Point, macros
from vambrace.software.toolchain.elf import Elf

_WHERE = "get a checkout of https://github.com/zephyrproject-rtos/zephyr and set ZEPHYR_BASE to its folder"

#: The toolchain, without a Zephyr SDK.
_PREFIX = "riscv64-unknown-elf-"

_RAM_BYTES = 1 << 20  # in the board's devicetree

#: The first release whose board and processor descriptions have the port's format.
_FIRST_RELEASE = 3, 7


def port() -> Path:
    """Return the folder with our files: the module."""
    return root() / "ports" / "zephyr"


def why_not() -> str | None:
    """Return, in one line, what to do if ZEPHYR_BASE names no checkout; None if it does."""
    named = os.environ.get("ZEPHYR_BASE")
    if not named:
        return f"Zephyr is not available: {_WHERE}"
    if not (Path(named) / "VERSION").is_file() or not (Path(named) / "kernel").is_dir():
        return f"ZEPHYR_BASE={named} is not a checkout of Zephyr: {_WHERE}"
    stated = dict(re.findall(r"^VERSION_(MAJOR|MINOR) = (\d+)$", (Path(named) / "VERSION").read_text(), re.MULTILINE))
    release = int(stated.get("MAJOR", 0)), int(stated.get("MINOR", 0))
    if release < _FIRST_RELEASE:
        is_, first = (".".join(map(str, numbers)) for numbers in (release, _FIRST_RELEASE))
        return f"ZEPHYR_BASE={named} is Zephyr {is_}; the port needs {first} or later"
    return None


def checkout() -> Path:
    """Return the checkout that ZEPHYR_BASE names."""
    if why := why_not():
        raise UsageError(why)
    return Path(os.environ["ZEPHYR_BASE"]).absolute()


def build(application: Path, point: Point, ram_bytes: int, flags: Sequence[str] = ()) -> Elf:
    """Return an application, given by its folder, as a program for a point; `flags` apply to all of its C. The build
    folder stays, and Zephyr's CMake rebuilds what changed.
    """
    from filelock import FileLock

    if not (application / "CMakeLists.txt").is_file():
        raise UsageError(f"{application} has no CMakeLists.txt: give the folder of a Zephyr application")
    if point.build.xlen != 32:
        raise UsageError(f"{point.name}: the Zephyr port supports only 32-bit cores")
    if ram_bytes != _RAM_BYTES:
        raise UsageError("--ram: the Zephyr board has 1M, according to its devicetree")
    base, application = checkout(), application.absolute()
    defines = " ".join(macros.of(point.build))
    folder = cache_dir() / "zephyr" / store.digest(str(base), str(application), defines, list(flags))
    folder.mkdir(parents=True, exist_ok=True)
    compiler = shutil.which(f"{_PREFIX}gcc")
    if compiler is None:
        raise tools.missing(f"{_PREFIX}gcc")
    environment = os.environ | {
        "ZEPHYR_BASE": str(base),
        "ZEPHYR_TOOLCHAIN_VARIANT": "cross-compile",
        "CROSS_COMPILE": compiler.removesuffix("gcc"),
    }
    configure = [
        "cmake",
        f"-S{application}",
        f"-B{folder / 'build'}",
        "-DBOARD=vambrace",
        f"-DZEPHYR_MODULES={port()}",
        f"-DVAMBRACE_DEFINES={defines}",
        f"-DEXTRA_CFLAGS={' '.join(flags)}",
    ]
    with FileLock(folder / "lock"):
        _configure(configure, environment, base, folder / "build")
        tools.run(["cmake", "--build", str(folder / "build"), "-j2"], env=environment)
        content = (folder / "build" / "zephyr" / "zephyr.elf").read_bytes()
    entry = store.entry("program", store.digest(content), lambda work: _keep(work / "zephyr.elf", content))
    return Elf(entry / "zephyr.elf")


def _configure(command: list[str], environment: dict[str, str], base: Path, folder: Path) -> None:
    try:
        tools.run(command, env=environment)
    except BuildError as error:
        shutil.rmtree(folder, ignore_errors=True)  # discards CMake's findings
        if lacks := re.search(r"No module named '(\w+)", str(error)):
            raise UsageError(
                f"Zephyr needs the Python package {lacks[1]}: pip install -r {base}/scripts/requirements-base.txt"
            ) from None
        raise


def _keep(file: Path, content: bytes) -> None:
    file.write_bytes(content)
