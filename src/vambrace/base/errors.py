# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Errors that a user can act on: the command line prints them without a traceback."""

import difflib
from collections.abc import Iterable

#: The command that lists the names of each kind.
_LISTS = {
    **dict.fromkeys(("point", "algorithm", "scenario", "core", "block"), "vambrace points"),
    "cipher": "vambrace study ciphers --list",
    "style": "vambrace study ascon64 --list",
    "mode": "vambrace study pictures --list",
    "paper": "vambrace paper --list",
    "part": "vambrace-dev test --list",
}

#: The maximum number of names listed in the message itself.
_FEW = 8


class VambraceError(Exception):
    """An operation failed; the message gives the reason and, where possible, a remedy. Exit code 1."""

    exit_code = 1


class UsageError(VambraceError):
    """The user named something that does not exist; the message lists similar names or all names. Exit code 2."""

    exit_code = 2


class BuildError(VambraceError):
    """A compiler or another tool rejected its input; the message contains its output and its command."""


class MissingTool(VambraceError):
    """A tool is not installed; the message names it and the command that installs it."""


def choose(kind: str, name: str, valid: Iterable[str], lists: str = "") -> str:
    """Return `name` if it is in `valid`; otherwise raise the error of `unknown`."""
    valid = list(valid)
    if name in valid:
        return name
    raise UsageError(unknown(kind, name, valid, lists))


def unknown(kind: str, name: str, valid: Iterable[str], lists: str = "") -> str:
    """Return the message for a name that is not in `valid`: similar names, and all names if there are at most _FEW;
    otherwise the command that lists them, `lists` or the one for that kind.
    """
    by_lower = {v.lower(): v for v in valid}
    near = [by_lower[v] for v in difflib.get_close_matches(name.lower(), by_lower, n=2, cutoff=0.7)]
    words = [f"unknown {kind} '{name}'"]
    if near:
        words.append(f"did you mean {' or '.join(repr(v) for v in near)}?")
    lists = lists or _LISTS.get(kind, "")
    if len(by_lower) <= _FEW or not (lists or near):
        words.append(f"one of: {', '.join(by_lower.values())}")
    elif lists:
        words.append(f"`{lists}` lists all")
    return "; ".join(words).replace("?;", "?")
