# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Parallel work on this computer: order, dependencies, memory, interruptions."""

import threading
import time

import pytest

from vambrace.base import work
from vambrace.base.errors import VambraceError


@pytest.fixture
def two(monkeypatch):
    """Two processors and 1,000 MiB."""
    monkeypatch.setattr(work.os, "cpu_count", lambda: 2)
    monkeypatch.setattr(work, "physical_memory", lambda: 1000)


def each(items, do, **options):
    """Return the results, the reported failures, and the reason of each."""
    failed, why = [], {}
    actual = work.each(items, do, str, lambda label: None, failed.append, why=why, **options)
    return actual, failed, why


def test_an_item_begins_after_its_prerequisites(two):
    needs = {"program": ("model", "library"), "other": ("model",), "record": ("program",)}
    ended = []

    def do(item):
        time.sleep(0.02 if item == "model" else 0)
        assert set(needs.get(item, ())) <= set(ended)
        ended.append(item)
        return item

    every = ["record", "program", "other", "model", "library"]
    actual, failed, _ = each(every, do, after=lambda item: needs.get(item, ()))
    assert actual == {item: item for item in every} and not failed and sorted(ended) == sorted(every)


def test_dependents_of_a_failed_item_fail(two):
    needs = {1: (0,), 2: (1,), 3: ()}

    def do(item):
        if item == 0:
            raise VambraceError("no compiler")
        return item

    actual, failed, why = each([0, 1, 2, 3], do, after=lambda item: needs.get(item, ()))
    assert actual == {3: 3} and failed == ["0: no compiler"] and why == dict.fromkeys((0, 1, 2), "no compiler")


def test_items_begin_in_their_order(monkeypatch, two):
    monkeypatch.setattr(work.os, "cpu_count", lambda: 1)
    begun = []
    each(list(range(20)), begun.append)
    assert begun == list(range(20))


@pytest.mark.parametrize(("memory", "most"), [(400, 2), (600, 1), (5000, 1)])
def test_items_that_need_too_much_memory_together_do_not_run_together(two, memory, most):
    running, seen, lock = [0], [], threading.Lock()

    def do(_):
        with lock:
            running[0] += 1
            seen.append(running[0])
        time.sleep(0.02)
        with lock:
            running[0] -= 1

    actual, failed, _ = each(list(range(6)), do, memory=lambda item: memory)
    assert max(seen) == most and len(actual) == 6 and not failed


def test_another_error_cancels_pending_items(two):
    begun = []

    def do(item):
        begun.append(item)
        if item == 1:
            raise KeyboardInterrupt
        time.sleep(0.01)

    with pytest.raises(KeyboardInterrupt):
        each(list(range(50)), do)
    assert len(begun) < 10


def test_another_executor_is_used_for_suitable_items():
    class Elsewhere:
        width = 3

        def session(self):
            raise VambraceError("elsewhere")

    with work.using(Elsewhere()):
        assert work.executor().width == 3
        assert each([1], lambda item: item)[0] == {1: 1}
        with pytest.raises(VambraceError, match="elsewhere"):
            each([1], lambda item: item, away=lambda item: work.Away(int))
    assert work.executor() is work.HERE
