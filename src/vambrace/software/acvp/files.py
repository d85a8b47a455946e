# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Reads ACVP's files of vector sets, and shapes responses like them.

A file is a vector set, or a list of an object with the version of the protocol and of vector sets, which may be in a
list of their own.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from vambrace.base.errors import UsageError

Json = dict[str, Any]

#: What a response repeats of a vector set.
_REPEATED = ("vsId", "algorithm", "mode", "revision", "isSample")


class Missing(UsageError):
    """A file of vectors lacks something, or has something else in its place."""


def read(path: Path) -> tuple[Any, list[Json]]:
    """The content of a file, and its vector sets. UsageError where it is no such file."""
    try:
        content = json.loads(path.read_text())
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise UsageError(f"{path}: {error}") from None
    sets = list(_sets(content))
    if not sets:
        raise Missing(f"{path} has no vector set: an object with vsId and testGroups")
    for one in sets:
        for name in ("vsId", "algorithm", "revision"):
            if name not in one:
                raise Missing(f"{path}: a vector set has no {name}")
    return content, sets


def _sets(content: Any) -> list[Json]:
    if isinstance(content, list):
        return [found for part in content for found in _sets(part)]
    return [content] if isinstance(content, dict) and "testGroups" in content else []


def response(content: Any, answers: dict[tuple[Any, Any, Any], Json]) -> Any:
    """The same file with the answers instead of the questions, by vsId, tgId and tcId."""
    if isinstance(content, list):
        return [response(part, answers) for part in content]
    if not isinstance(content, dict) or "testGroups" not in content:
        return content
    groups = [
        {
            "tgId": group["tgId"],
            "tests": [
                {"tcId": test["tcId"], **answers[content["vsId"], group["tgId"], test["tcId"]]}
                for test in group["tests"]
            ],
        }
        for group in content["testGroups"]
    ]
    return {**{name: content[name] for name in _REPEATED if name in content}, "testGroups": groups}
