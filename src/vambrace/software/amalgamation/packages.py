# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The amalgamation as a package for a build system or an ecosystem: manifests from one table of facts
(lib/amalgamation/package.toml) and the templates next to it.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from vambrace import __version__
from vambrace.base.errors import UsageError, choose
from vambrace.base.paths import root
from vambrace.config import Build
from vambrace.software.amalgamation import choices, pair

_URL = re.compile(r"https?://[^\s\"'\\]+")


def _templates() -> Path:
    return root() / "lib" / "amalgamation"


@cache
def facts() -> dict[str, Any]:
    """Return lib/amalgamation/package.toml."""
    return tomllib.loads((_templates() / "package.toml").read_text())


def formats() -> dict[str, str]:
    """Return the package formats with descriptions."""
    return {name: known["title"] for name, known in facts()["formats"].items()}


def files(name: str, backends: Sequence[str] = (), prefix: str = "vmb", url: str = "") -> dict[str, str]:
    """Return the files of a package in a format of `formats`, by their paths in it; `url` is the package's web page."""
    known = facts()["formats"][choose("format", name, formats())]
    if url and not _URL.fullmatch(url):
        raise UsageError(f"'{url}' is not a web address: it must start with https://")
    if known.get("url") and not url:
        raise UsageError(f"an {known['title']} needs a web page: pass --url")
    if known.get("single") and len(backends) > 1:
        raise UsageError(f"a {known['title'].split(',')[0]} has exactly one backend: pass one --backend")
    folder = known["sources"]
    sources = {f"{folder}/{file}": text for file, text in pair.files(backends, prefix).items()}
    values = _values([path for path in sources if not path.endswith(".h")], name, url)
    values["SUFFIX"] = _suffix(choices.build(backends[0] if backends else "portable"))
    texts = {}
    for template in sorted((_templates() / name).rglob("*.in")):
        path = template.relative_to(_templates() / name).with_suffix("").as_posix()
        text = pair.template(template.relative_to(_templates()).as_posix(), values)
        texts[path] = pair.renamed(text, prefix)
    return {**texts, **sources}


def preserved(name: str) -> list[str]:
    """Return the files that belong to the user."""
    return [f"{facts()['formats'][name]['sources']}/{pair.CONFIG}"]


def _suffix(build: Build) -> str:
    """Return the suffix of object names in a build (vambrace/generic.h)."""
    if "zkned" in build.extensions.instructions:
        return "_zkned"
    return "_size" if build.profile == "size" else ""


#: By format: the syntax of a source list, and the manifest line for a web page.
_LISTS = {"meson": ("'", ", "), "cargo": ('"', ", ")}
_PAGES = {"platformio": '\n  "homepage": "{}",', "esp-idf": '\nurl: "{}"', "cargo": '\nhomepage = "{}"'}


def _values(sources: Sequence[str], name: str, url: str) -> dict[str, str]:
    """Return the values of @NAMES@ in templates."""
    known = facts()
    quote, between = _LISTS.get(name, ('"', " "))
    return {
        **{key.upper(): str(known[key]) for key in ("name", "title", "author", "licence", "sentence", "paragraph")},
        "VERSION": __version__,
        "KEYWORDS": json.dumps(known["keywords"]),
        "FEW_KEYWORDS": json.dumps(known["keywords"][:5]),
        "SOURCES": between.join(f"{quote}{path}{quote}" for path in sources),
        "URL": url,
        "HOMEPAGE": _PAGES.get(name, "").format(url) if url else "",
    }
