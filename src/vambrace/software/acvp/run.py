# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs a file of vector sets on a target, and continues where an earlier run stopped."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vambrace.base.errors import UsageError
from vambrace.base.output import Output, write_error
from vambrace.software.acvp import calls, files
from vambrace.software.acvp.targets import Target
from vambrace.software.running.jobs import Job, Result

Key = tuple[Any, Any, Any]

#: Tests that run before their answers are saved.
TOGETHER = 64


class Earlier:
    """The answers of an unfinished run, in a file next to its output: a line that identifies the run, then a line for
    each test. It is deleted when the output is written.
    """

    def __init__(self, output: Output, vectors: Path, target: str) -> None:
        self._file = output.path.with_name(output.path.name + ".partial") if output.is_replaced else None
        self._head = {"vectors": hashlib.sha256(vectors.read_bytes()).hexdigest(), "target": target}
        self.answers: dict[Key, files.Json] = {}
        lines = self._file.read_text().split("\n") if self._file and self._file.is_file() else []
        if lines and _parsed(lines[0]) == self._head:
            for line in lines[1:]:
                if (parsed := _parsed(line)) is not None:  # an incomplete line is computed again
                    self.answers[tuple(parsed["of"])] = parsed["answer"]
        self._write("w", [self._head, *self._lines(self.answers)])

    def _lines(self, answers: dict[Key, files.Json]) -> Iterator[files.Json]:
        yield from ({"of": list(key), "answer": answer} for key, answer in answers.items())

    def _write(self, mode: str, lines: list[files.Json]) -> None:
        if self._file is None:  # a pipe or a device cannot be resumed
            return
        try:
            with self._file.open(mode) as file:
                file.write("".join(json.dumps(line) + "\n" for line in lines))
        except OSError as error:
            raise write_error(str(self._file), error) from None

    def add(self, answers: dict[Key, files.Json]) -> None:
        self.answers |= answers
        self._write("a", list(self._lines(answers)))

    def drop(self) -> None:
        if self._file is not None:
            self._file.unlink()


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _step(waiting: list[tuple[Key, calls.Calls, Job]], results: list[Result]) -> Iterator[tuple[Key, Any, Any]]:
    """Return the next call, or the answer, of each test after the result of its last call."""
    for (key, sequence, _), result in zip(waiting, results, strict=True):
        try:
            yield key, (sequence, sequence.send(result)), None
        except StopIteration as end:
            yield key, None, end.value


def answers(target: Target, algorithm: str, tests: list[tuple[Key, calls.Calls]]) -> dict[Key, files.Json]:
    """Return the answers of tests of one algorithm, whose calls run in parallel."""
    by_key: dict[Key, files.Json] = {}
    waiting = [(key, sequence, next(sequence)) for key, sequence in tests]
    while waiting:
        results = target.execute(algorithm, [job for _, _, job in waiting])
        following = list(_step(waiting, results))
        by_key |= {key: answer for key, more, answer in following if more is None}
        waiting = [(key, *more) for key, more, _ in following if more is not None]
    return by_key


def _groups(
    planned: list[tuple[Key, str, calls.Calls]],
) -> Iterator[tuple[str, list[tuple[Key, calls.Calls]]]]:
    """Yield the tests of each algorithm in groups, in the order of the file."""
    by_algorithm: dict[str, list[tuple[Key, calls.Calls]]] = {}
    for key, algorithm, sequence in planned:
        by_algorithm.setdefault(algorithm, []).append((key, sequence))
    for algorithm, tests in by_algorithm.items():
        for i in range(0, len(tests), TOGETHER):
            yield algorithm, tests[i : i + TOGETHER]


@dataclass(frozen=True)
class Done:
    """The number of answered and unanswered tests, with reasons."""

    answered: int
    left_out: int
    reasons: list[str]


def run(
    vectors: Path,
    output: Output,
    name: str,
    open_target: Callable[[], Target],
    step: Callable[[int, int, str], None] = lambda done, total, what: None,
) -> Done:
    """Answer the tests of a file that the library supports. UsageError before the run if there are none."""
    content, sets = files.read(vectors)
    planned = [test for vector_set in sets for test in calls.planned(vector_set)]
    keys = [test.key for test in planned]
    if len(set(keys)) != len(keys):
        raise files.Missing(f"{vectors}: two tests have the same vsId, tgId and tcId")
    reasons = list(dict.fromkeys(test.refused for test in planned if test.refused))
    tests = [(test.key, test.algorithm, test.calls) for test in planned if test.calls is not None]
    if reasons and not tests:
        raise calls.Refused(f"{vectors} has no test that the library supports: {reasons[0]}")
    chained = any(group.get("testType") == "MCT" for vector_set in sets for group in vector_set["testGroups"])
    earlier = Earlier(output, vectors, name)
    left = [test for test in tests if test[0] not in earlier.answers]
    if left:
        target = open_target()
        try:
            if chained and not target.quick:
                raise UsageError(
                    f"Monte Carlo tests make 100,000 calls in sequence: too many for {name}; use host or uart"
                )
            for algorithm, some in _groups(left):
                step(len(earlier.answers), len(tests), algorithm)
                earlier.add(answers(target, algorithm, some))
        finally:
            target.close()
    output.write(json.dumps(files.response(content, earlier.answers), indent=2) + "\n")
    earlier.drop()
    return Done(len(tests), len(planned) - len(tests), reasons)
