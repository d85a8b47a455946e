# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The project with the files of plug-ins: a folder of links in the cache, in which everything else finds the files of
the project and of the plug-ins at the same places. A file of configs/ that a plug-in has too is a joined copy. What is
generated from configs/instructions.toml is generated for the instructions of the plug-ins as well
(vambrace.hardware.plugged).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from vambrace.base import paths, plugins, store
from vambrace.base.errors import UsageError, unknown
from vambrace.base.plugins import FOLDERS, Plugin, listed, read_toml


def folder(home: Path, chosen: Sequence[Plugin], generate: Callable[[Path], None], generators: Sequence[str]) -> Path:
    """Return the folder of the project in `home` with the files of plug-ins; it is made if the cache lacks it.
    `generate` then writes the files that are generated from others, and `generators` is its source. UsageError, in one
    line, if two files have the same name, or two entries of configs/.
    """
    ours = [name for top in FOLDERS if (home / top).is_dir() for name in listed(home, top)]
    from_plugins = _placed(chosen, set(ours), home)
    joined = {name: _joined(home, name, chosen) for name in ours if _is_joined(name, chosen)}
    sources = {**{name: home / name for name in ours}, **from_plugins}
    identities = [(p.name, p.version, str(p.folder), p.digest) for p in chosen]
    top = sorted(name for name in os.listdir(home) if not name.startswith(".") and name not in FOLDERS)
    generated = [(home / "rtl" / "ise" / name).read_bytes() for name in ("vmb_ise.sv", "vmb_ise.core")]
    headers = [(home / "lib" / "include" / "vambrace" / name).read_bytes() for name in ("backend.h", "ise.h")]
    key = store.digest(str(home), sorted(ours), top, identities, joined, *generated, *headers, list(generators))

    def build(work: Path) -> None:
        for name in top:
            (work / name).symlink_to(home / name)
        for name, source in sources.items():
            (work / name).parent.mkdir(parents=True, exist_ok=True)
            (work / name).symlink_to(source)
        for name, text in joined.items():
            (work / name).unlink()
            (work / name).write_text(text, encoding="utf-8")
        generate(work)

    return store.entry("plugged", key, build)


def _placed(chosen: Sequence[Plugin], ours: set[str], home: Path) -> dict[str, Path]:
    """Return the files that plug-ins add, by name, except those of configs/ that are joined."""
    places: dict[str, Path] = {}
    configs = sorted(name.removeprefix("configs/") for name in ours if name.startswith("configs/"))
    for plugin in chosen:
        for name in plugin.files:
            path = plugin.folder / name
            if name.startswith("configs/"):
                file = name.removeprefix("configs/")
                if file not in configs:
                    raise UsageError(f"{path}: {unknown('file of configs/', file, configs, 'ls configs')}")
                continue
            other = home / name if name in ours else places.get(name)
            if other:
                raise UsageError(f"{path} and {other} have the same place in the project: give it another name")
            places[name] = path
    return places


def _is_joined(name: str, chosen: Sequence[Plugin]) -> bool:
    return name.startswith("configs/") and any(name in plugin.files for plugin in chosen)


def _joined(home: Path, name: str, chosen: Sequence[Plugin]) -> str:
    """Return a file of configs/ with the entries of plug-ins after ours."""
    text = (home / name).read_text(encoding="utf-8")
    owners = dict.fromkeys(read_toml(home / name), home / name)
    for plugin in chosen:
        path = plugin.folder / name
        if name not in plugin.files:
            continue
        for entry, value in read_toml(path).items():
            if not isinstance(value, dict):
                raise UsageError(f"{path}: {entry} is no entry: write [NAME], then its fields")
            if entry in owners:
                raise UsageError(f"{path}: [{entry}] exists already in {owners[entry]}: choose another name")
            owners[entry] = path
        own = path.read_text(encoding="utf-8")
        first = next((line for line in map(str.strip, own.split("\n")) if line and not line.startswith("#")), "[")
        if not first.startswith("["):
            raise UsageError(f"{path}: begin each entry with [NAME], not with '{first}'")
        text = f"{text.rstrip()}\n\n# From the plug-in {plugin.name}.\n\n{own.rstrip()}\n"
    return text


def originals(text: str) -> str:
    """Return a message of a tool with the files of plug-ins named by their own places, not by those in the joined
    folder.
    """
    if paths.root() == paths.home():
        return text
    for plugin in plugins.selected():
        for name in plugin.files:
            text = text.replace(f"{paths.root()}/{name}", f"{plugin.folder}/{name}")
    return text
