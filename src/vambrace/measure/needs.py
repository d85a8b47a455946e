# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The simulation models that measurements need."""

from functools import partial
from typing import Protocol

from vambrace.hardware import model
from vambrace.measure.measured import Need

#: Processor seconds to build a model; a generated core also runs its generator.
SECONDS = 90
#: Memory of a build in MiB: g++ takes 370 for each file of an engine's model, several of which it compiles at the same
#: time. A generator is a Java program.
MEMORY, GENERATED = 1000, 3000


class OnModel(Protocol):
    """A task that runs on a simulated core, or without one."""

    @property
    def model(self) -> model.ModelSpec | None: ...


def models(task: OnModel) -> tuple[Need, ...]:
    """Return the model that a task runs on, which many tasks share."""
    spec = task.model
    if spec is None:
        return ()
    built = partial(model.is_built, spec)
    memory = GENERATED if spec.core.configuration else MEMORY
    return (Need(spec, f"model {spec.label}", partial(model.build, spec), SECONDS, built, memory),)
