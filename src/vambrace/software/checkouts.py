# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The programs that papers measured, from the user's checkouts: the folder of VAMBRACE_PROGRAMS, or of the option
--programs, with a checkout of each repository. Only the files listed in configs/programs.toml are read, and only with
the hashes given there.
"""

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

from vambrace import config
from vambrace.base.errors import UsageError, VambraceError
from vambrace.config import Peer

VARIABLE = "VAMBRACE_PROGRAMS"


def folder() -> Path | None:
    """Return the folder that the variable names."""
    named = os.environ.get(VARIABLE)
    return Path(named).absolute() if named else None


def use(chosen: Path) -> None:
    """Look for checkouts in a folder from now on. UsageError if it has no known checkout."""
    repositories = dict.fromkeys(p.package for p in config.programs().values() if p.kind == config.CHECKOUT)
    first = next(iter(repositories), "")
    hint = f"type: git clone https://github.com/{first} {chosen / _name(first)}"
    if not chosen.is_dir():
        raise UsageError(f"--programs: {chosen} is not a folder; {hint}")
    if not any((chosen / _name(r)).is_dir() for r in repositories):
        names = ", ".join(map(_name, repositories))
        raise UsageError(f"--programs: {chosen} has no checkout named {names}; {hint}")
    os.environ[VARIABLE] = str(chosen.absolute())


def _name(repository: str) -> str:
    return repository.rpartition("/")[2]


def fault(peer: Peer) -> str:
    """Return, in one line, why a program cannot be copied from its checkout; "" if it can."""
    where = folder()
    home = f"https://github.com/{peer.package}"
    if where is None:
        return f"{peer.title}: --programs DIR, or {VARIABLE}, has to name a folder with a checkout of {home}"
    checkout = where / _name(peer.package)
    if not checkout.is_dir():
        return f"{where} has no {checkout.name}: git clone {home} {checkout}"
    for name, expected in peer.files.items():
        content = _content(checkout / name)
        if content is None:
            return f"{checkout} has no {name}: {_restoring(peer, checkout, name)}"
        if hashlib.sha256(content).hexdigest() != expected:
            return f"{checkout}: {name} has another version: {_restoring(peer, checkout, name)}"
    return ""


def _restoring(peer: Peer, checkout: Path, name: str) -> str:
    return f"git -C {checkout} checkout {peer.package_version[:12]} -- {name}"


def _content(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except OSError:
        return None


def faults(peers: Iterable[Peer]) -> dict[str, str]:
    """Return the defects in the checkouts of some programs, by their names."""
    return {p.name: why for p in peers if p.kind == config.CHECKOUT and (why := fault(p))}


def copy(peer: Peer, to: Path) -> None:
    """Copy a program's files, with its edits, into a folder; VambraceError describes a defect of the checkout."""
    if why := fault(peer):
        raise VambraceError(why)
    where = folder()
    assert where
    for name in peer.files:
        text = (where / _name(peer.package) / name).read_bytes()
        for edit in (e for e in peer.edits if e.file == name):
            if text.count(edit.old.encode()) != 1:
                raise VambraceError(f"{peer.name}: {name} must contain '{edit.old}' exactly once")
            text = text.replace(edit.old.encode(), edit.new.encode())
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        (to / name).write_bytes(text)
