# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The engines that have fault campaigns, and their algorithms."""

from vambrace.base.errors import UsageError
from vambrace.config import engine_options, units
from vambrace.silicon import parts


def subjects(names: list[str]) -> list[parts.Subject]:
    """Return the blocks with these names or patterns; UsageError for a block that is not an engine with a memory
    port.
    """
    chosen = parts.select(names)
    for subject in chosen:
        part = subject.parts[0]
        if subject.point or part.top != "vmb_engine" or not dict(part.parameters).get("Dma", 1):
            raise UsageError(
                f"{subject.name} is not an engine with a memory port; choose one of: {', '.join(engines())}"
            )
    return chosen


def engines() -> list[str]:
    """Return the names of the blocks that have campaigns."""
    return [name for name, block in parts.blocks().items() if block.parts[0].top == "vmb_engine"]


def algorithms(subject: parts.Subject) -> list[str]:
    """Return the smoke-tested algorithms of a block."""
    parameters = dict(subject.parts[0].parameters)
    return [name for name in units.smoke_tested() if not engine_options.lacking(name, parameters)]
