# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The files of a bundle; they are written completely or not at all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from vambrace import __version__
from vambrace.base.errors import UsageError
from vambrace.base.output import write_error, write_folder
from vambrace.base.paths import root
from vambrace.export import (
    constraints,
    datasheet,
    driver,
    elaborate,
    lists,
    manifests,
    naming,
    patches,
    readme,
    registers,
    smoke,
    wrapper,
)
from vambrace.export.subject import Subject
from vambrace.hardware import rtl

#: Identifies a bundle, with the hashes of its files as written.
RECORD = "vambrace.json"


def files(subject: Subject) -> dict[str, str | bytes]:
    """Return the files by their paths in the bundle."""
    top = wrapper.top(subject)
    ours, verilog = f"rtl/{subject.top}.sv", f"verilog/{subject.top}.v"
    sources = [*(_place(path, subject) for path in subject.files), ours]
    plain = wrapper.head(f"{subject.top} in Verilog-2005.") + "\n" + elaborate.verilog(subject, top.text)
    contents: dict[str, str | bytes] = {
        **_sources(subject),
        ours: naming.guarded(naming.renamed(top.text, subject.prefix), f"{subject.top}_sv", naming.SYSTEMVERILOG),
        verilog: naming.guarded(plain, f"{subject.top}_v", naming.VERILOG),
    }
    bench = smoke.text(subject, top)
    benches = [smoke.path(subject)] if bench else []
    if bench:
        contents[smoke.path(subject)] = bench
    limits = constraints.files(subject, top)
    contents |= limits | lists.files(subject, sources, verilog, list(limits))
    if registers.exist(subject):
        contents |= registers.files(subject, top, {"rtl": sources, "verilog": [verilog], "smoke": benches})
    if subject.point:
        contents |= patches.files(subject)
    if driver.exists(subject):
        contents |= driver.files(subject.prefix)
    contents[f"{subject.top}.core"] = manifests.fusesoc(subject, ours, verilog, benches)
    contents["Bender.yml"] = manifests.bender(subject, sources, verilog, benches)
    contents["datasheet.md"] = datasheet.text(subject, top)
    contents["LICENSE"] = (root() / "LICENSES" / "Apache-2.0.txt").read_text()
    contents["README.md"] = readme.text(subject, top)
    contents[RECORD] = record(subject, contents)
    return contents


def _place(source: Path, subject: Subject) -> str:
    """Return the path in a bundle of a project source; core-specific sources are below rtl/ there, too."""
    path = source.relative_to(root()).as_posix()
    return naming.renamed(path.replace("cores/", "rtl/", 1) if path.startswith("cores/") else path, subject.prefix)


def _sources(subject: Subject) -> dict[str, str]:
    """Return the sources with the FuseSoC files that list them, including assertions, under their
    paths in the project.
    """
    texts: dict[str, str] = {}
    for core_file in subject.core_files:
        for path in (core_file, *rtl.own_files(core_file)):
            text = naming.renamed(path.read_text(), subject.prefix)
            texts[_place(path, subject)] = (
                text if path == core_file else naming.guarded(text, path.stem, naming.SYSTEMVERILOG)
            )
    return texts


def record(subject: Subject, contents: Mapping[str, str | bytes]) -> str:
    """Return the description of the bundle and the hashes of its files."""
    recorded = {
        "version": __version__,
        "block": subject.block,
        "bus": subject.bus,
        "memory": subject.memory_bus,
        "name": subject.top,
        "parameters": {module.name: dict(module.parameters) for module in subject.modules},
        "files": {name: _hash(content) for name, content in sorted(contents.items())},
    }
    return json.dumps(recorded, indent=1) + "\n"


def _hash(content: str | bytes) -> str:
    return hashlib.sha256(content.encode() if isinstance(content, str) else content).hexdigest()


def check(folder: Path, force: bool = False) -> None:
    """Raise UsageError if a bundle may not be written to this folder: it is not empty, and `force` is not set. `force`
    replaces a bundle, never other files.
    """
    try:
        changed = _changed(folder)
    except OSError as error:
        raise write_error(str(folder), error) from None
    if changed is None:
        raise UsageError(f"{folder} contains files that do not belong to a bundle; name a new folder")
    if changed and not force:
        more = f" and {len(changed) - 3} more" if len(changed) > 3 else ""
        raise UsageError(f"{folder}: {', '.join(changed[:3])}{more} changed since it was exported; --force replaces it")
    if (folder / RECORD).exists() and not force:
        raise UsageError(f"{folder} contains a bundle; --force replaces it")


def write(folder: Path, contents: Mapping[str, str | bytes], force: bool = False) -> None:
    """Write a bundle completely or not at all. UsageError as from `check`."""
    check(folder, force)
    write_folder(folder, contents, replaces=True)


def _changed(folder: Path) -> list[str] | None:
    """Return the changes in a folder since its export; None if it is not a bundle."""
    here = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir())
    if not here:
        return []
    try:
        known = json.loads((folder / RECORD).read_text())["files"]
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None
    return [name for name in here if name != RECORD and known.get(name) != _hash((folder / name).read_bytes())]


def summary(names: Sequence[str]) -> str:
    """Return a one-line summary of the files by folder."""
    counts: dict[str, int] = {}
    for name in names:
        folder = name.partition("/")[0] + "/" if "/" in name else name
        counts[folder] = counts.get(folder, 0) + 1
    return ", ".join(f"{name} ({count})" if name.endswith("/") else name for name, count in counts.items())
