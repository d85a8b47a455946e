# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The provenance of each figure: its command, the configuration and the versions of the tools, under a number."""

import json
from dataclasses import dataclass, field

from vambrace.measure.registry import KINDS
from vambrace.results.schema import Fields, Json

#: The parts of a record's configuration that depend on the algorithm, not on the way of measuring.
_OF_ALGORITHM = ("nonce_bytes", "tag_bytes", "constant_time", "part", "messages")


@dataclass
class Way:
    """One way of measuring: the common properties of records of a kind on one point."""

    number: int
    kind: str
    subject: str
    tools: dict[str, str]
    configuration: Json
    options: dict[str, None] = field(default_factory=dict)
    hashes: dict[str, None] = field(default_factory=dict)

    @property
    def command(self) -> str:
        return " ".join(["vambrace", KINDS[self.kind].command, *filter(None, [self.subject]), *self.options])


class Provenance:
    """Assigns numbers to ways of measuring, the same number to the same way."""

    def __init__(self) -> None:
        self._ways: dict[str, Way] = {}

    @property
    def ways(self) -> list[Way]:
        return list(self._ways.values())

    def of(self, kind: str, *records: Fields) -> tuple[int, ...]:
        """Return the number of each record's way, each once."""
        return tuple(dict.fromkeys(self._one(kind, record) for record in records))

    def _one(self, kind: str, record: Fields) -> int:
        model = {"model": record["model"]} if record.get("model") else {}
        configuration = {
            n: v for n, v in {**record.get("configuration", {}), **model}.items() if n not in _OF_ALGORITHM
        }
        subject = KINDS[kind].subject(record)
        key = json.dumps(
            [kind, subject, record.get("profile"), record.get("library"), record.get("tools", {}), configuration]
        )
        way = self._ways.setdefault(
            key, Way(len(self._ways) + 1, kind, subject, record.get("tools", {}), configuration)
        )
        way.options |= dict.fromkeys(KINDS[kind].options(record))
        if record.get("source_hash"):
            way.hashes[record["source_hash"]] = None
        return way.number
