# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The engines that have fault campaigns, and their algorithms."""

from vambrace.base.errors import UsageError
from vambrace.config import engine_options, units
from vambrace.silicon import parts


def subjects(names: list[str]) -> list[parts.Subject]:
    """Return the blocks with these names, and those that patterns match and that have campaigns; UsageError for another
    block without one, and for a pattern that matches no engine with a memory port.
    """
    chosen: dict[str, parts.Subject] = {}
    for name in names:
        matching = parts.select([name])
        able = [subject for subject in matching if _has_campaign(subject)]
        unable = [subject for subject in matching if not _has_campaign(subject)]
        if unable and not (able and _is_pattern(name)):
            raise UsageError(
                f"{unable[0].name} is not an engine with a memory port; choose one of: {', '.join(engines())}"
            )
        chosen |= {subject.name: subject for subject in able}
    return list(chosen.values())


def left_out(names: list[str]) -> list[str]:
    """Return the names of the blocks without a campaign that patterns match."""
    matching = [subject for name in names if _is_pattern(name) for subject in parts.select([name])]
    return list(dict.fromkeys(subject.name for subject in matching if not _has_campaign(subject)))


def _is_pattern(name: str) -> bool:
    return any(sign in name for sign in "*?[")


def _has_campaign(subject: parts.Subject) -> bool:
    part = subject.parts[0]
    return not subject.point and part.top == "vmb_engine" and bool(dict(part.parameters).get("Dma", 1))


def engines() -> list[str]:
    """Return the names of the blocks that have campaigns."""
    return [name for name, block in parts.blocks().items() if block.parts[0].top == "vmb_engine"]


def algorithms(subject: parts.Subject) -> list[str]:
    """Return the smoke-tested algorithms of a block."""
    parameters = dict(subject.parts[0].parameters)
    return [name for name in units.smoke_tested() if not engine_options.lacking(name, parameters)]
