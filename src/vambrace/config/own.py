# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Software of the user's own as peers: the files of `vambrace bench --with FILE`, and the known checkouts in the folder
of `--peers DIR`, which files in configs/checkouts describe likewise (docs/user/compare.md).
"""

import glob
import os
import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from vambrace.base import store
from vambrace.base.errors import BuildError, UsageError, unknown
from vambrace.base.paths import root
from vambrace.config import macros
from vambrace.config.algorithm import Algorithm, algorithms
from vambrace.config.extensions import extension_sets
from vambrace.config.peer import OWN, Peer, Variant, foreign

#: The interface of SUPERCOP and of NIST's lightweight cryptography, and our adaptor to it (firmware/peers).
CRYPTO_AEAD = "crypto_aead"

_LISTS = ("sources", "includes", "macros", "flags")
_TYPES = {
    **{"name": (str, "text"), "title": (str, "text"), "constant_time": (bool, "true or false")},
    "xlen": (int, "32 or 64"),
    "plain": (bool, "true or false"),
    **dict.fromkeys(_LISTS, (list, "a list of texts")),
    "algorithms": (dict, "a table for each algorithm"),
    "extensions": (dict, "a table for each extension set"),
}
_NEEDED = ("name", "constant_time", "sources", "algorithms")
_CALLED = {CRYPTO_AEAD: ("interface", "encrypt", "decrypt"), "adaptor": ("adaptor", "calls")}
_NAME, _SYMBOL = re.compile(r"[a-z][a-z0-9_.-]*"), re.compile(r"[A-Za-z_]\w*")
_SOURCES, _INCLUDED = (".c", ".S", ".s"), (".c", ".S", ".s", ".h", ".inc", ".def", ".i")
_LENGTH = re.compile(r"^[ \t]*#[ \t]*define[ \t]+CRYPTO_(KEY|NPUB|NSEC|A)BYTES[ \t]+\(?(\d+)", re.MULTILINE)


def known_checkouts() -> dict[str, list[Path]]:
    """Return the descriptions of the peers that `--peers DIR` finds, by the name of the checkout's folder: each file
    is named FOLDER.toml, or FOLDER+PART.toml if only a part is measured.
    """
    found: dict[str, list[Path]] = {}
    for file in sorted((root() / "configs" / "checkouts").glob("*.toml")):
        found.setdefault(file.stem.partition("+")[0], []).append(file)
    return found


@cache
def checkout_names() -> frozenset[str]:
    """Return the names of these peers: values of the field `library` of records."""
    return frozenset(tomllib.loads(f.read_text())["name"] for files in known_checkouts().values() for f in files)


def checkouts(directory: Path) -> list[Peer]:
    """Return the peers whose checkouts are in `directory`. UsageError if it has no checkout, or an unknown folder."""
    known = known_checkouts()
    if not directory.is_dir():
        raise UsageError(f"--peers: no folder {directory}")
    folders = sorted(f for f in directory.iterdir() if f.is_dir() and not f.name.startswith("."))
    for folder in folders:
        if folder.name not in known:
            raise UsageError(f"--peers: {folder}: {unknown('peer', folder.name, known)}; describe others for --with")
    if not folders:
        raise UsageError(f"--peers: {directory} has no checkout; known are {', '.join(known)}")
    return [peer for folder in folders for file in known[folder.name] for peer in _read(file, folder)]


def read(path: Path) -> list[Peer]:
    """Return the peers of a file: one for each algorithm, all with the name of the software. UsageError gives the
    defect of the file in one line.
    """
    return _read(path)


def _read(path: Path, checkout: Path | None = None) -> list[Peer]:
    """Return the peers that a file describes, whose sources are in its own folder, or in a checkout; then the adaptors
    are in firmware/peers.
    """
    table = _table(path)
    folder, name = (checkout or path.parent).absolute(), table["name"]
    sources = _matching(path, folder, table["sources"])
    includes = [Path(os.path.abspath(folder / i)) for i in table.get("includes", ())]
    for directory in includes:
        if not directory.is_dir():
            raise UsageError(f"{path}: includes: no folder {directory}")
    glue = root() / "firmware" / "peers" if checkout else folder
    calls = {a: _call(f"{path}: [algorithms.{a}]", glue, a, t) for a, t in table["algorithms"].items()}
    variants = _variants(path, table)
    named = dict.fromkeys(c["adaptor"] for c in calls.values() if "adaptor" in c and not checkout)
    adaptors = [folder / f"{adaptor}{end}" for adaptor in named for end in (".c", ".h")]
    copied = _copied([*sources, *(Path(os.path.abspath(a)) for a in adaptors)], includes)
    base = Path(os.path.commonpath([str(f.parent) for f in copied] + [str(i) for i in includes]))
    files = {str(f.relative_to(base)): str(f) for f in copied}
    content = digest(files)
    if len(calls) == 1 and (algorithm := next(iter(calls))) and "adaptor" not in calls[algorithm]:
        for file in (f for f in copied if f.name == "api.h"):
            _check_lengths(path, file, algorithms()[algorithm])
    return [
        Peer(
            name=name,
            title=table.get("title", name),
            version=content[:12],
            kind=OWN,
            package=str((checkout or path).absolute()),
            package_version=content,
            algorithms={algorithm: call.get("calls", f"vmb_{CRYPTO_AEAD}")},
            files=files,
            includes=tuple(str(i.relative_to(base)) for i in includes),
            macros=(*table.get("macros", ()), *macros.crypto_aead(call.get("encrypt", ""), call.get("decrypt", ""))),
            sources=tuple(str(f.relative_to(base)) for f in sources),
            variants=variants,
            windows={"seal": call["encrypt"], "open": call["decrypt"]} if "encrypt" in call else {},
            not_constant_time=() if table["constant_time"] else ("*",),
            xlen=table.get("xlen", 0),
            adaptor=_adaptor_file(call, None if checkout else folder, base),
        )
        for algorithm, call in calls.items()
    ]


def _adaptor_file(call: dict[str, str], folder: Path | None, base: Path) -> str:
    """Return the path of an adaptor without suffix: below the folder `base` of copied files, or a name in
    firmware/peers.
    """
    if "adaptor" not in call:
        return CRYPTO_AEAD
    return os.path.relpath(folder / call["adaptor"], base) if folder else call["adaptor"]


def digest(files: dict[str, str]) -> str:
    """Return the hash of files' names and contents: {name in the copy: path}."""
    return store.digest(*(part for name, path in sorted(files.items()) for part in (name, Path(path).read_bytes())))


def state(path: str, version: str) -> str:
    """Return what records depend on of a file or checkout of the user's besides its sources: the text of its
    description. BuildError if the sources no longer have the hash `version`.
    """
    checkout = Path(path) if Path(path).is_dir() else None
    for file in known_checkouts()[checkout.name] if checkout else [Path(path)]:
        if any(peer.package_version == version for peer in _read(file, checkout)):
            return file.read_text()
    raise BuildError(f"{path}: its sources changed; run it again")


def _table(path: Path) -> dict[str, Any]:
    try:
        table = tomllib.loads(path.read_text())
    except FileNotFoundError:
        raise UsageError(f"--with: no file {path}") from None
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: {error}") from None
    for key, value in table.items():
        if key not in _TYPES:
            raise UsageError(f"{path}: {unknown('key', key, _TYPES)}")
        wanted, words = _TYPES[key]
        if type(value) is not wanted or (wanted is list and not _texts(value)):
            raise UsageError(f"{path}: '{key}' must be {words}")
    for key in _NEEDED:
        if table.get(key) in (None, "", [], {}):
            raise UsageError(f"{path}: no '{key}'")
    name = table["name"]
    if not _NAME.fullmatch(name):
        raise UsageError(f"{path}: the name '{name}' must have small letters, digits and '-' only")
    if name in ("vambrace", *foreign()):
        raise UsageError(f"{path}: the name '{name}' is taken: choose another")
    return table


def _variants(path: Path, table: dict[str, Any]) -> dict[str, Variant]:
    """Return what is added to the build by extension set: flags of the software, and those for the extensions."""
    flags = tuple(table.get("flags", ()))
    variants = {"none": Variant(flags=flags)} if table.get("plain", True) else {}
    for name, more in table.get("extensions", {}).items():
        where = f"{path}: [extensions.{name}]"
        if name not in extension_sets():
            raise UsageError(f"{where}: {unknown('extension set', name, extension_sets())}")
        if not isinstance(more, dict) or list(more) != ["flags"] or not _texts(more["flags"]):
            raise UsageError(f"{where}: must have 'flags', a list of texts")
        variants[name] = Variant(flags=(*flags, *more["flags"]))
    if not variants:
        raise UsageError(f"{path}: plain = false needs a table 'extensions.NAME'")
    return variants


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(v, str) for v in value)


def _matching(path: Path, folder: Path, patterns: Iterable[str]) -> list[Path]:
    """Return the sources that patterns match, in order."""
    matching: dict[Path, None] = {}
    for pattern in patterns:
        some = sorted(glob.glob(pattern, root_dir=folder, recursive=True))
        if not some:
            raise UsageError(f"{path}: no source matches '{pattern}' in {folder}")
        for name in some:
            if not name.endswith(_SOURCES):
                raise UsageError(f"{path}: '{pattern}' matches {name}, which is no C or assembly file")
            matching[Path(os.path.abspath(folder / name))] = None
    return list(matching)


def _copied(sources: list[Path], includes: list[Path]) -> list[Path]:
    """Return the sources, and the files that they may include: in their folders, and below folders of includes."""
    near = [f for folder in {s.parent for s in sources} for f in folder.iterdir()]
    below = [f for folder in includes for f in folder.rglob("*")]
    return sorted({*sources, *(f for f in [*near, *below] if f.suffix in _INCLUDED and f.is_file())})


def _call(where: str, folder: Path, name: str, table: Any) -> dict[str, str]:
    """Return how an algorithm is called: the fields of its table, with the functions' usual names."""
    if name not in algorithms():
        raise UsageError(f"{where}: {unknown('algorithm', name, algorithms())}")
    if not isinstance(table, dict) or not all(isinstance(v, str) for v in table.values()):
        raise UsageError(f'{where}: must be a table of texts, such as {{ interface = "{CRYPTO_AEAD}" }}')
    keys = _CALLED["adaptor" if "adaptor" in table else CRYPTO_AEAD]
    for key in table:
        if key not in keys:
            raise UsageError(f"{where}: {unknown('key', key, keys)}")
    for key in ("encrypt", "decrypt", "calls"):
        if key in table and not _SYMBOL.fullmatch(table[key]):
            raise UsageError(f"{where}: '{key}' must be the name of a C function")
    return _adaptor(where, folder, table) if "adaptor" in table else _interface(where, name, table)


def _interface(where: str, name: str, table: dict[str, str]) -> dict[str, str]:
    if table.get("interface") != CRYPTO_AEAD:
        raise UsageError(f"{where}: needs interface = \"{CRYPTO_AEAD}\", or 'adaptor' with 'calls'")
    if algorithms()[name].kind != "aead":
        raise UsageError(f"{where}: {CRYPTO_AEAD} is for authenticated encryption; give an 'adaptor'")
    return {"encrypt": f"{CRYPTO_AEAD}_encrypt", "decrypt": f"{CRYPTO_AEAD}_decrypt", **table}


def _adaptor(where: str, folder: Path, table: dict[str, str]) -> dict[str, str]:
    """Return the table with the adaptor's name without suffix."""
    if not table.get("calls"):
        raise UsageError(f"{where}: no 'calls', the prefix of the adaptor's functions")
    stem = table["adaptor"].removesuffix(".c")
    for file in (f"{stem}.c", f"{stem}.h"):
        if not (folder / file).is_file():
            raise UsageError(f"{where}: no file {folder / file}: an adaptor has a .c and a .h file")
    return {**table, "adaptor": stem}


def _check_lengths(path: Path, api: Path, algorithm: Algorithm) -> None:
    wanted = {"KEY": algorithm.key, "NPUB": algorithm.nonce, "NSEC": 0, "A": algorithm.tag}
    for what, length in _LENGTH.findall(api.read_text(errors="replace")):
        if int(length) != wanted[what]:
            raise UsageError(
                f"{path}: {api} has CRYPTO_{what}BYTES {length}, but {algorithm.name} has {wanted[what]} bytes"
            )
