# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The lists of official vectors are complete."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.aead.lists.official import fate, vectors
from tests.vectors import official
from tests.vectors.official import Counts
from vambrace import config
from vambrace.base.errors import VambraceError


def test_every_algorithm_has_vectors():
    """All except Ascon-Mac: no package has vectors for it; the oracle is its designers' implementation."""
    assert set(official.SOURCES) == set(config.algorithms()) - {"ascon-mac"}
    assert all(source.counts.valid for sources in official.SOURCES.values() for source in sources)


@pytest.mark.parametrize("algorithm", official.SOURCES)
def test_every_vector_is_listed(algorithm):
    listed = {case.name.split(", ", 1)[1] for case in vectors(algorithm)}
    for source in official.SOURCES[algorithm]:
        actual = official.vectors(algorithm)[source.name]
        assert listed >= {vector.name for vector in actual}
        seen = Counter(fate(algorithm, vector) for vector in actual)
        assert Counts(*(seen[what] for what in Counts._fields)) == source.counts, source.name


def test_a_source_without_its_vectors_is_an_error(monkeypatch):
    lost = [source._replace(read=lambda: iter(())) for source in official.SOURCES["ascon-cxof128"]]
    monkeypatch.setitem(official.SOURCES, "ascon-cxof128", lost)
    with pytest.raises(VambraceError, match="has 0 vectors for ascon-cxof128, not 1089"):
        official.vectors.__wrapped__("ascon-cxof128")
