# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Columns that the tables of several kinds have."""

from collections.abc import Callable, Sequence

from vambrace import config
from vambrace.results.column import Column, words
from vambrace.results.schema import Fields


def title(record: Fields) -> str:
    """The title of a record's algorithm; its name where it has none."""
    known = config.algorithms().get(record["algorithm"])
    return known.title if known else str(record["algorithm"])


def extensions(record: Fields) -> str:
    """The extension set of a record, with what else distinguishes its call."""
    library, profile = record.get("library", "vambrace"), record.get("profile", "speed")
    cold = (record.get("configuration") or {}).get("caches") == "cold"
    more = [library] * (library != "vambrace") + [profile] * (profile != "speed") + ["cold"] * cold
    return ", ".join([record["extensions"], *more]) + accesses(record)


def restricted(record: Fields) -> bool:
    """Whether the library made only aligned accesses on a core that executes others."""
    core = config.cores().get(record.get("core") or "")
    return core is not None and record.get("accesses", core.accesses) != core.accesses


def accesses(record: Fields) -> str:
    """What a title says of that."""
    return ", aligned accesses" * restricted(record)


def in_frame(record: Fields) -> bool:
    """Whether a record is of a whole frame in one buffer."""
    scenario = config.scenarios().get(record["scenario"])
    return scenario is not None and scenario.frame


def usual(record: Fields) -> bool:
    """Whether a call was measured as the core is used: with all accesses that it executes, and with warm caches."""
    return not restricted(record) and record["configuration"]["caches"] != "cold"


def per_byte(record: Fields) -> float | None:
    return record["cycles"] / record["message_bytes"] if record["message_bytes"] else None


def ratio(theirs: float | None, ours: float | None) -> float | None:
    """How many times ours is better, where both are known."""
    return theirs / ours if theirs and ours else None


def bare(record: Fields, every: Sequence[Fields], variant: Callable[[Fields], str]) -> Fields | None:
    """The record of the same core without extensions, measured in the same way; None for that itself, and a block."""
    if record["core"] is None or record["extensions"] == "none":
        return None
    of = record["core"], variant(record)
    return next((r for r in every if r["extensions"] == "none" and (r["core"], variant(r)) == of), None)


ALGORITHM = words("algorithm", title, name="algorithm")
EXTENSIONS = words("extensions", extensions, variant=True, name="extensions")
CORE = words("core", lambda record: record["core"] or "", if_different=True)
SCENARIO = words("scenario", "scenario", if_different=True)
OPERATION = words("operation", "operation")
_ONE_WAY = words("operation", "operation", if_different=True)
CALL = (ALGORITHM, EXTENSIONS, CORE, SCENARIO, _ONE_WAY)

#: Of what is of a point or a block.
SUBJECT = (words("point or block", lambda record: record["block"] or record["extensions"], variant=True), CORE)

CYCLES = Column("cycles", "cycles")
COUNTS = (
    Column("instructions", "instret"),
    Column("fetched", "bytes_fetched", note="bytes"),
    Column("loaded", "bytes_loaded", note="bytes"),
    Column("stored", "bytes_stored", note="bytes"),
)
