# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The short run takes a sample of the parameters of the tests in tests/samples.txt."""

import re
from pathlib import Path

import pytest

from vambrace.base.paths import root
from vambrace_dev.testing import samples


class Item:
    """A test as pytest collects it."""

    def __init__(self, nodeid, marked=False):
        self.nodeid, self.marked = nodeid, marked

    def get_closest_marker(self, name):
        assert name == "long"
        return samples.LONG if self.marked else None

    def add_marker(self, marker):
        assert marker is samples.LONG
        self.marked = True


@pytest.fixture
def every_third(monkeypatch):
    monkeypatch.setattr(samples, "listed", lambda: {("a.py", "test_b"): 3})


def test_every_nth_parameter_stays(every_third):
    items = [Item(f"a.py::test_b[{n}]") for n in range(7)]
    samples.leave(items)
    assert [n for n, item in enumerate(items) if not item.marked] == [0, 3, 6]


def test_a_parameter_with_a_mark_of_its_own_does_not_count(every_third):
    items = [Item(f"a.py::test_b[{n}]", marked=n < 2) for n in range(6)]
    samples.leave(items)
    assert [n for n, item in enumerate(items) if not item.marked] == [2, 5]


def test_other_tests_stay(every_third):
    items = [Item("a.py::test_bc[1]"), Item("a.py::test_bc[2]"), Item("b.py::test_b[1]"), Item("b.py::test_b[2]")]
    samples.leave(items)
    assert not any(item.marked for item in items)


def test_the_listed_tests_exist_and_have_parameters():
    for (file, name), every in samples.listed().items():
        text = Path(root() / file).read_text()
        test = re.search(rf"((?:^(?:@|[ )\]]).*\n)+)def {name}\(", text, re.MULTILINE)
        assert test and every > 1, (file, name)


def test_the_list_is_sorted_and_names_no_test_twice():
    rows = [line.split()[1:] for line in samples.LIST.read_text().splitlines()[1:]]
    assert rows == sorted(rows) and len(rows) == len(samples.listed())
