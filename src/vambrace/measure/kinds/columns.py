# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Columns that tables of several kinds share."""

from collections.abc import Callable, Sequence

from vambrace import config
from vambrace.results.column import Column, words
from vambrace.results.schema import Fields


def title(record: Fields) -> str:
    """Return the title of a record's algorithm, or its name if it has none."""
    known = config.algorithms().get(record["algorithm"])
    return known.title if known else str(record["algorithm"])


def extensions(record: Fields) -> str:
    """Return the extension set of a record, with other properties that distinguish its call."""
    library, profile = record.get("library", "vambrace"), record.get("profile", "speed")
    cold = (record.get("configuration") or {}).get("caches") == "cold"
    more = [library] * (library != "vambrace") + [profile] * (profile != "speed") + ["cold"] * cold
    return ", ".join([record["extensions"], *more]) + accesses(record)


def restricted(record: Fields) -> bool:
    """Return whether the library made only aligned accesses on a core that executes misaligned ones."""
    core = config.cores().get(record.get("core") or "")
    return core is not None and record.get("accesses", core.accesses) != core.accesses


def accesses(record: Fields) -> str:
    """Return the part of a title about restricted accesses; "" if there are none."""
    return ", aligned accesses" * restricted(record)


def in_frame(record: Fields) -> bool:
    """Return whether a record is of a frame in one buffer."""
    scenario = config.scenarios().get(record["scenario"])
    return scenario is not None and scenario.frame


def usual(record: Fields) -> bool:
    """Return whether a call was measured with defaults: all accesses that the core executes, and warm caches."""
    return not restricted(record) and record["configuration"]["caches"] != "cold"


def per_byte(record: Fields) -> float | None:
    return record["cycles"] / record["message_bytes"] if record["message_bytes"] else None


def ratio(theirs: float | None, ours: float | None) -> float | None:
    """Return by which factor ours is better; None if a figure is missing or 0."""
    return theirs / ours if theirs and ours else None


def bare(record: Fields, every: Sequence[Fields], variant: Callable[[Fields], str]) -> Fields | None:
    """Return the record of the same core without extensions, measured in the same way; None for that record itself, and
    for blocks.
    """
    if record["core"] is None or record["extensions"] == "none":
        return None
    setting = record["core"], variant(record)
    return next((r for r in every if r["extensions"] == "none" and (r["core"], variant(r)) == setting), None)


ALGORITHM = words("algorithm", title, name="algorithm")
EXTENSIONS = words("extensions", extensions, variant=True, name="extensions")
CORE = words("core", lambda record: record["core"] or "", if_different=True)
SCENARIO = words("scenario", "scenario", if_different=True)
OPERATION = words("operation", "operation")
_ONE_WAY = words("operation", "operation", if_different=True)
CALL = (ALGORITHM, EXTENSIONS, CORE, SCENARIO, _ONE_WAY)

#: Columns that identify a point or a block.
SUBJECT = (words("point or block", lambda record: record["block"] or record["extensions"], variant=True), CORE)

CYCLES = Column("cycles", "cycles")
COUNTS = (
    Column("instructions", "instret"),
    Column("fetched", "bytes_fetched", note="bytes"),
    Column("loaded", "bytes_loaded", note="bytes"),
    Column("stored", "bytes_stored", note="bytes"),
)
