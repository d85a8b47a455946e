# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Reads ACVP vector set files, and writes responses in the same form.

A file is a vector set, or a list of an object with the protocol version and of vector sets, which may be in a nested
list.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from vambrace.base import json_file
from vambrace.base.errors import UsageError

Json = dict[str, Any]

#: Fields of a vector set that its response repeats.
_REPEATED = ("vsId", "algorithm", "mode", "revision", "isSample")


class Missing(UsageError):
    """A vector file lacks something, or contains something else instead."""


def read(path: Path) -> tuple[Any, list[Json]]:
    """Return the content of a file and its vector sets. UsageError if it is not a vector file."""
    content = json_file.read(path)
    sets = list(_sets(content))
    if not sets:
        raise Missing(f"{path} has no vector set: an object with vsId and testGroups")
    for vector_set in sets:
        for name in ("vsId", "algorithm", "revision"):
            if not is_name(vector_set.get(name)):
                raise Missing(f"{path}: a vector set has no {name}")
        if not isinstance(vector_set["testGroups"], list):
            raise Missing(f"{path}: testGroups of vsId {vector_set['vsId']} is not a list")
    return content, sets


def is_name(value: Any) -> bool:
    """Return whether this can identify a set, a group or a test: a number or a string."""
    return isinstance(value, int | str)


def _sets(content: Any) -> list[Json]:
    if isinstance(content, list):
        return [vector_set for part in content for vector_set in _sets(part)]
    return [content] if isinstance(content, dict) and "testGroups" in content else []


def response(content: Any, answers: dict[tuple[Any, Any, Any], Json]) -> Any:
    """Return the same file with answers instead of questions, by vsId, tgId and tcId. Tests without an answer are
    omitted: the server then counts them as missing.
    """
    if isinstance(content, list):
        return [response(part, answers) for part in content]
    if not isinstance(content, dict) or "testGroups" not in content:
        return content
    groups = [
        {
            "tgId": group["tgId"],
            "tests": [
                {"tcId": test["tcId"], **answers[key]}
                for test in group["tests"]
                if (key := (content["vsId"], group["tgId"], test["tcId"])) in answers
            ],
        }
        for group in content["testGroups"]
    ]
    return {**{name: content[name] for name in _REPEATED if name in content}, "testGroups": groups}
