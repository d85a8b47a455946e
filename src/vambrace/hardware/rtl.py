# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The Verilog of a system: a core's upstream files, overlay, and our own modules, in compile order."""

import json
import re
import tomllib
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from vambrace.base import hashes, tools
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.base.tools import package_folder
from vambrace.hardware import overlay, rocket


@dataclass(frozen=True)
class Design:
    """`files` in compile order; `edited` has the texts, by name, of files that exist only as edited copies and compile
    after `packages`.
    """

    packages: list[Path]
    edited: dict[str, str]
    files: list[Path]
    include_dirs: list[Path]
    library_dirs: list[Path]
    #: a generated core: its generator; its files come before all others
    generated: rocket.Generated | None = None

    def digest_inputs(self) -> list[Path]:
        """Return all input files of the design."""
        files = [*self.packages, *self.files, *(self.generated.inputs if self.generated else ())]
        for folder in (*self.include_dirs, *self.library_dirs):
            files += sorted(p for p in folder.iterdir() if p.suffix in (".sv", ".svh", ".v", ".vh"))
        return files


#: The folders with file lists.
_FOLDERS = ("rtl", "cores", "soc")


#: The fileset of a core file that only simulations use: assertions (rtl/assert).
_CHECKS = "checks"


def own_files(core_file: Path, checks: bool = True) -> list[Path]:
    """Return the files that a FuseSoC core file (CAPI2) lists itself, in order; with `checks` also assertions."""
    return [core_file.parent / name for fileset in _filesets(core_file, checks) for name in fileset["files"]]


def core_files(core_file: Path, flags: Collection[str] = (), checks: bool = True) -> list[Path]:
    """Return the files of a FuseSoC core file in compile order, each once: first those of the cores under rtl/, cores/
    and soc/ that it depends on. "flag ? (core)" is a dependency if the flag is in `flags`. `checks` adds the
    assertions, which are for simulation only.
    """
    paths: dict[Path, None] = {}
    for listed in cores(core_file, flags, checks):
        paths.update(dict.fromkeys(own_files(listed, checks)))
    return list(paths)


def cores(core_file: Path, flags: Collection[str] = (), checks: bool = True) -> list[Path]:
    """Return a FuseSoC core file after its dependencies, in the order of `core_files`."""
    by_name = _known(root())
    paths: dict[Path, None] = {}
    for fileset in _filesets(core_file, checks):
        for entry in fileset.get("depend", []):
            flag, name = re.fullmatch(r"(?:(\w+) \? \()?([\w:]+)\)?", entry).groups()  # type: ignore[union-attr]
            if name not in by_name:
                raise VambraceError(
                    f"{core_file} depends on {name}, which no core file under {', '.join(_FOLDERS)} defines"
                )
            if flag is None or flag in flags:
                paths.update(dict.fromkeys(cores(by_name[name], flags, checks)))
    return [*paths, core_file]


@cache
def _known(top: Path) -> dict[str, Path]:
    """Return the project's core files by name without version."""
    paths = sorted(path for folder in _FOLDERS for path in (top / folder).rglob("*.core"))
    return {_description(path)["name"].rsplit(":", 1)[0]: path for path in paths}


def name_of(core_file: Path) -> str:
    """Return the name of one of the project's FuseSoC core files, without its version."""
    return str(_description(root() / core_file)["name"]).rsplit(":", 1)[0]


@cache
def _description(core_file: Path) -> dict[str, Any]:
    """Return the contents of a core file, which is parsed again only after a change: PyYAML takes long."""
    name = str(core_file)
    parsed: dict[str, Any] = json.loads(
        hashes.stored([name], [hashes.state(name)], "core file", lambda: json.dumps(_parsed(core_file)))
    )
    return parsed


def _parsed(core_file: Path) -> object:
    import yaml  # only needed after a change

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times faster, if libyaml is installed
    return yaml.load(core_file.read_text().split("\n", 1)[1], Loader=loader)


def _filesets(core_file: Path, checks: bool) -> list[dict[str, Any]]:
    return [f for name, f in _description(core_file)["filesets"].items() if checks or name != _CHECKS]


#: The flag in a system's file list that adds an accelerator, by unit.
FLAGS = {"Engines": "engines", "AesUnit": "aes_unit"}


def design(
    upstream: str,
    stock: bool = False,
    units: Collection[str] = (),
    configuration: str = "",
    netlist: bool = False,
    edits: str | None = None,
) -> Design:
    """Return the design of the soc/rtl system with a core of cores/. `stock`: the unmodified core, without the
    accelerator port. `units`: the units added to the core, including accelerators. `configuration`: the configuration
    of a generated core. `netlist`: for synthesis instead of simulation. `edits`: the text of an overlay that replaces
    the core's.
    """
    flags = {flag for unit, flag in FLAGS.items() if unit in units}
    folder = root() / "cores" / upstream
    if not folder.is_dir():
        raise VambraceError(f"no core in {folder}")
    listed = tomllib.loads((folder / "upstream.toml").read_text())
    files = core_files(root() / "soc" / "rtl" / f"vmb_soc_{upstream}.core", flags, checks=not netlist)
    if "generator" in listed:
        return Design([], {}, files, [], [], _generated(upstream, configuration))
    source = package_folder(listed["package"]) / listed["root"]
    listed_edits = folder / "overlay.toml"
    replaced = listed.get("in_netlists", {}) if netlist else {}
    edited = overlay.apply(listed_edits, source / "rtl", edits) if listed_edits.is_file() and not stock else {}
    return Design(
        packages=[folder / replaced[p] if p in replaced else source / p for p in listed["packages"]],
        edited=edited,
        files=files,
        include_dirs=[source / p for p in listed["include_dirs"]],
        library_dirs=[source / p for p in listed["library_dirs"]],
    )


def version(upstream: str) -> str:
    """Return the version of a core's upstream."""
    listed = tomllib.loads((root() / "cores" / upstream / "upstream.toml").read_text())
    if "generator" in listed:
        return _generated(upstream).version
    return tools.version(upstream)


def unavailable(upstream: str) -> str | None:
    """Return, in one line, why a core cannot be generated here; None if it can, or is not a generated core."""
    listed = tomllib.loads((root() / "cores" / upstream / "upstream.toml").read_text())
    return _generated(upstream).unavailable() if "generator" in listed else None


def _generated(upstream: str, configuration: str = "") -> rocket.Generated:
    folder = root() / "cores" / upstream
    listed = tomllib.loads((folder / "upstream.toml").read_text())["generator"]
    if configuration:
        listed["configuration"] = configuration
    return rocket.Generated(folder, **listed)
