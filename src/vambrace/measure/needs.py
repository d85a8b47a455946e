# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What measurements need: simulation models."""

from functools import partial
from typing import Protocol

from vambrace.hardware import model
from vambrace.measure.measured import Need

#: What a model takes of one processor; that of a generated core needs its generator first.
SECONDS = 90


class OnModel(Protocol):
    """A task that runs on a simulated core, or on none."""

    @property
    def model(self) -> model.ModelSpec | None: ...


def models(task: OnModel) -> tuple[Need, ...]:
    """The model that a task runs on, which many share."""
    spec = task.model
    if spec is None:
        return ()
    built = partial(model.is_built, spec)
    return (Need(spec, f"model {spec.label}", partial(model.build, spec), SECONDS, built),)
