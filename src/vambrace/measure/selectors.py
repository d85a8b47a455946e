# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Converts a table of a configuration to a Selector: the record of ours that a figure is compared with.

The fields of a kind's record (vambrace.measure.kinds) define the possible selections.
"""

import re
from collections.abc import Iterable
from typing import Any

from vambrace import config
from vambrace.base.errors import VambraceError
from vambrace.measure.registry import KINDS
from vambrace.results.kind import BLOCK, POINT, Kind, Selector
from vambrace.silicon import parts

#: The name of our own library.
OURS = "vambrace"

_LENGTH = re.compile(r"\d+ bytes")


class SelectorError(VambraceError):
    """A table names a record that cannot exist; the message states why, and lists the known names."""


def make_selector(table: dict[str, Any], where: str) -> Selector:
    """Return the selector of a table; SelectorError names the entry that does not exist."""
    kind = KINDS[_one_of(where, "record", table.get("record", ""), KINDS)]
    fields = {**{name: default for name, default in kind.defaults.items() if default}, **table}
    metrics = _tuple(fields.pop("metric", ()))
    points = _tuple(fields.pop("point", ()))
    block = fields.pop("block", "")
    del fields["record"]
    if not metrics:
        raise SelectorError(f"{where}: no metric; one of: {', '.join(kind.metrics)}")
    for metric in metrics:
        _one_of(where, "metric", metric, kind.metrics)
    _check_place(points, block, kind, where)
    for name in kind.needed:
        if name not in fields:
            raise SelectorError(f"{where}: no '{name}'")
    for name, value in fields.items():
        _one_of(where, "field", name, kind.selectable)
        if known := kind.selectable[name].about.values:
            _one_of(where, name, value, known)
    if fields.get("library", OURS) != OURS:
        _check_library(where, fields, points)
    if "algorithm" in fields:
        points = _check_call(where, fields, points)
    if "frame" in fields:
        _one_of(where, "frame", fields["frame"], config.frames())
    if "scenario" in fields:
        _check_scenario(where, fields["scenario"], kind)
    return Selector(kind, metrics, points, block, tuple(sorted(fields.items())))


def _one_of(where: str, what: str, name: str, valid: Iterable[str]) -> str:
    known = list(valid)
    if name not in known:
        raise SelectorError(f"{where}: unknown {what} '{name}'; one of: {', '.join(known)}")
    return name


def _check_scenario(where: str, name: str, kind: Kind) -> None:
    if "length" in kind.scenarios and _LENGTH.fullmatch(name):
        return
    known = [w for w in kind.scenarios if w not in ("named", "length")]
    known += list(config.scenarios()) if "named" in kind.scenarios else []
    _one_of(where, "scenario", name, known + ["N bytes"] * ("length" in kind.scenarios))


def _check_place(points: tuple[str, ...], block: str, kind: Kind, where: str) -> None:
    if block:
        if BLOCK not in kind.places or points or block not in parts.blocks():
            raise SelectorError(
                f"{where}: unknown block '{block}', or blocks not allowed here; one of: {', '.join(parts.blocks())}"
            )
    elif (POINT in kind.places) != bool(points):
        wrong = "no point" if POINT in kind.places else "this record kind has no points"
        raise SelectorError(f"{where}: {wrong}")
    for name in points:
        if name not in config.points():
            raise SelectorError(f"{where}: unknown point '{name}'; one of: {', '.join(config.points())}")
        if not kind.generated and config.point(name).core.upstream == "rocket":
            raise SelectorError(f"{where}: {name} is generated and has no record of this kind")


def _check_library(where: str, fields: dict[str, str], points: tuple[str, ...]) -> None:
    """Raise SelectorError unless the peer has the algorithm and a build for the points; its profile is the one of its
    own flags.
    """
    peer = config.foreign()[_one_of(where, "library", fields["library"], [OURS, *config.foreign()])]
    _one_of(where, f"algorithm of {peer.name}", fields.get("algorithm", ""), peer.algorithms)
    for name in points:
        _one_of(where, f"extension set of {peer.name}", config.point(name).extensions.runs, peer.variants)
    if peer.profile and "profile" in fields:
        fields["profile"] = peer.profile


def _check_call(where: str, fields: dict[str, str], points: tuple[str, ...]) -> tuple[str, ...]:
    """Raise SelectorError unless the algorithm exists, has the operation, and an engine of the points has it. Return
    the points without AES units that lack its key length: a list of points may name one AES unit for each key
    length.
    """
    algorithm = config.algorithms()[_one_of(where, "algorithm", fields["algorithm"], config.algorithms())]
    if "operation" in fields:
        init = ["init"] if "by" in fields else []
        _one_of(where, f"operation of {algorithm.name}", fields["operation"], [*algorithm.operations, *init])
    able = []
    for name in points:
        extensions = config.point(name).extensions
        if not (algorithm.missing_in(extensions) or (extensions.aes_unit and not algorithm.gains_from(extensions))):
            able.append(name)
        elif len(points) == 1 or not (extensions.one_key_length and algorithm.is_aes):
            _one_of(where, f"point with {algorithm.name}", name, [])
    return tuple(able)


def _tuple(value: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)
