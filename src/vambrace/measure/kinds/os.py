# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `os`: an operating system next to encryption, in loops of the Thread-Metric suite. It is planned."""

from dataclasses import dataclass
from typing import ClassVar

from vambrace.results import fields as common
from vambrace.results.kind import Kind
from vambrace.results.schema import Record, figure, identity

#: The suite's tests, and what runs next to them.
TESTS = (
    "basic",
    "cooperative",
    "preemptive",
    "interrupt",
    "interrupt-preemption",
    "message",
    "synchronization",
    "memory",
)
LOADS = ("none", "echo", "echo+aes")


@dataclass(frozen=True, kw_only=True)
class Os(Record):
    record: ClassVar[str] = "os"

    core: str = common.core()
    extensions: str = common.extensions()
    test: str = identity("a test of the Thread-Metric suite", selector="test", values=TESTS)
    load: str = identity("what runs next to it", selector="load", values=LOADS)
    loops: int = figure("", "how often the test's loop ran", better=1)


KIND = Kind[object](
    record=Os,
    title="an operating system with encryption",
    command="study os",
    planned="an operating system with encryption is not simulated yet: there is no such record",
)
