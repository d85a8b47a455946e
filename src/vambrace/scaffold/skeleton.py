# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The files of a new plug-in, from templates/: FILE.in, where @WORD@ in names and texts is replaced."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from vambrace import config
from vambrace.base.errors import UsageError
from vambrace.base.paths import root
from vambrace.config import instructions
from vambrace.config.load import load

_TEMPLATES = Path(__file__).with_name("templates")

_EXTENSION, _NAME = re.compile("[a-z][a-z0-9]*"), re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")


def extension(name: str, plugin: str) -> dict[str, str]:
    """Return the files of a plug-in with an instruction, its function unit, and an algorithm that uses it."""
    if not _EXTENSION.fullmatch(name):
        raise UsageError(f"invalid name '{name}' of an extension: use lower-case letters and digits")
    for kind, known in (("extension", instructions.extensions()), ("extension set", config.extension_sets())):
        _require_new(kind, name, known)
    words = {"key": name, "Name": name[0].upper() + name[1:], "KEY": name.upper(), "points": f', "ibex-ref/{name}"'}
    words |= {
        "rolx": _part("rotate"),
        "uses": f'"{name}"',
        "more": _part("test"),
        "title": f"The example of {words['Name']}",
    }
    return _algorithm(f"{name}-mac", plugin, words, "extension")


def algorithm(name: str, plugin: str) -> dict[str, str]:
    """Return the files of a plug-in with an algorithm."""
    if not _NAME.fullmatch(name):
        raise UsageError(f"invalid name '{name}' of an algorithm: use lower-case letters, digits and hyphens")
    words = {"rolx": _part("rotate_in_c"), "uses": "", "more": "", "points": "", "title": f"The example {name}"}
    return _algorithm(name, plugin, words, "algorithm")


def _algorithm(name: str, plugin: str, words: Mapping[str, str], kind: str) -> dict[str, str]:
    _require_new("algorithm", name, config.algorithms())
    folder, c = name.split("-")[0], name.replace("-", "_")
    for place in (f"lib/src/{folder}", f"lib/include/vambrace/{c}.h"):
        if (root() / place).exists():
            raise UsageError(f"{place} exists already: begin the name with another word than '{folder}'")
    words_of_algorithm = {**words, "algorithm": name, "folder": folder, "c": c, "C": c.upper()}
    return _filled(plugin, words_of_algorithm, "mac", *(["extension"] if kind == "extension" else []), readme=kind)


def scenario(name: str, plugin: str, ad: int = 16, message: int = 64) -> dict[str, str]:
    """Return the files of a plug-in with a scenario: bytes of associated data, and of the message."""
    _require_name("scenario", name, config.scenarios())
    return _filled(plugin, {"name": name, "ad": str(ad), "message": str(message)}, "scenario", readme="scenario")


def unit(name: str, plugin: str) -> dict[str, str]:
    """Return the files of a plug-in with a cipher unit that has the interface of the engine's units."""
    if not _EXTENSION.fullmatch(name):
        raise UsageError(f"invalid name '{name}' of a unit: use lower-case letters and digits")
    _require_new("block", name, load("blocks.toml"))
    if (root() / "rtl" / name).exists():
        raise UsageError(f"rtl/{name} exists already: choose another name")
    return _filled(plugin, {"key": name, "Name": name[0].upper() + name[1:]}, "unit", readme="unit")


def core(name: str, plugin: str) -> dict[str, str]:
    """Return the files of a plug-in with a variant of Ibex."""
    _require_name("core", name, config.cores())
    return _filled(plugin, {"name": name}, "core", readme="core")


#: What `vambrace new` makes, by its word.
KINDS: dict[str, Callable[[str, str], dict[str, str]]] = {
    "extension": extension,
    "unit": unit,
    "algorithm": algorithm,
    "scenario": scenario,
    "core": core,
}


def _part(name: str) -> str:
    """Return a part of a template that not all skeletons have."""
    return (_TEMPLATES / "parts" / f"{name}.in").read_text(encoding="utf-8")


def _require_name(kind: str, name: str, known: Mapping[str, object]) -> None:
    if not _NAME.fullmatch(name):
        raise UsageError(f"invalid name '{name}' of a {kind}: use lower-case letters, digits and hyphens")
    _require_new(kind, name, known)


def _require_new(kind: str, name: str, known: Mapping[str, object]) -> None:
    if name in known:
        raise UsageError(f"the {kind} {name} exists already: choose another name")


def _filled(plugin: str, words: Mapping[str, str], *folders: str, readme: str) -> dict[str, str]:
    """Return the files of some folders of templates with words filled in, and those that all plug-ins have."""
    words = {**words, "plugin": plugin}
    templates = {"vambrace.toml": "all/vambrace.toml.in", "README.md": f"all/README-{readme}.md.in"}
    for folder in folders:
        top = _TEMPLATES / folder
        for path in sorted(top.rglob("*.in")):
            name = path.relative_to(top).as_posix().removesuffix(".in")
            templates[name] = path.relative_to(_TEMPLATES).as_posix()
    texts = {name: (_TEMPLATES / path).read_text(encoding="utf-8") for name, path in templates.items()}
    return {_with(name, words): _with(_with(text, words), words) for name, text in texts.items()}


def filled_in(folder: str, words: Mapping[str, str]) -> dict[str, str]:
    """Return the files of a folder of templates, by name, with words filled in."""
    top = _TEMPLATES / folder
    paths = {path.relative_to(top).as_posix().removesuffix(".in"): path for path in sorted(top.rglob("*.in"))}
    return {_with(name, words): _with(path.read_text(encoding="utf-8"), words) for name, path in paths.items()}


def _with(text: str, words: Mapping[str, str]) -> str:
    """Return a text with its words filled in. A word that is not known is a defect of the template."""
    return re.sub(r"@(\w+)@", lambda match: words[match[1]], text)
