# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace study psa`: the parts of a call, computed from counts, and its points."""

import pytest

from vambrace.base.errors import UsageError
from vambrace.measure.studies import psa as study
from vambrace.software.running.simulate import Counts
from vambrace.view.psa_table import grid


def counts(*cycles: int) -> list[Counts]:
    return [Counts(cycles=c, instret=0, bytes_fetched=0, bytes_loaded=0, bytes_stored=0) for c in cycles]


def made_up() -> list[study.Cost]:
    """All numbers are different, so that none can be mistaken for another."""
    exclusive = {
        "psa_aead_encrypt": counts(*range(10_000, 10_005)),
        "psa_aead_decrypt": counts(*range(11_000, 11_050, 10)),
        "vambrace_transparent_aead_encrypt": counts(*range(9_000, 9_500, 100)),
        "vambrace_transparent_aead_decrypt": counts(*range(8_000, 8_500, 100)),
        "psa_get_and_lock_key_slot": counts(*range(100, 115)),
        "psa_unregister_read_under_mutex": counts(*range(20, 30)),
    }
    for number, name in enumerate(study.ALGORITHMS):
        exclusive[f"direct_seal_{name}"] = counts(7_000 + number)
        exclusive[f"direct_open_{name}"] = counts(6_000 + number)
    copying = {"psa_aead_encrypt": counts(*[13_000] * 5), "psa_aead_decrypt": counts(*[14_000] * 5)}
    own = {"psa_aead_encrypt": counts(*range(30_000, 30_004)), "psa_aead_decrypt": counts(*range(40_000, 40_004))}
    return study.costs(exclusive, copying, own)


def test_the_parts_of_a_call():
    results = {(c.algorithm, c.operation): c for c in made_up()}
    assert len(results) == 2 * len(study.ALGORITHMS)
    gcm = results["aes128_gcm", "decrypt"]  # the third: lookups 6, 7, 8 and releases 4, 5
    assert (gcm.direct, gcm.driver, gcm.key_slot) == (6_002, 8_200 - 6_002, 107 + 25)
    assert gcm.call == 11_020 and gcm.core == 11_020 - 8_200 - 132
    assert (gcm.copies, gcm.own) == (14_000 - 11_020, 40_002)
    assert results["ascon_aead128", "encrypt"].own is None


def test_the_table():
    table = grid("ibex-ref/zkned", made_up(), study.ALGORITHMS)
    rows = {(row[0], row[1]): row[2:] for row in table.rows}
    assert rows["AES-128-GCM", "decrypt"][-3:] == ["2,980", "40,002", f"{40_002 / 11_020:.1f}x"]
    assert rows["Ascon-AEAD128", "encrypt"][-2:] == ["", ""]
    assert len(table.head) == len(table.rows[0])


def test_points():
    assert [p.name for p in study.points([])] == list(study.POINTS)
    assert [p.name for p in study.points(["ibex-fast/zkned"])] == ["ibex-fast/zkned"]
    for pattern in ("rocket/none", "rocket64/none"):
        with pytest.raises(UsageError, match="without caches"):
            study.points([pattern])
