# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Every proof of formal/*.toml holds, by its certificates too, lists all that its circuit has, and catches the defects
put into the RTL."""

import pytest

from vambrace_dev.proofs import certificate, command, plan, prove

OTHERS = pytest.mark.long("seconds each: one defect of each method is always tried")


def marks(proof):
    return [pytest.mark.long(proof.long)] if proof.long else []


#: Proofs of seconds to a minute, next to others of the same module that always run.
SLOWER = (
    *("aes-sub", "engine", "engine-interface", "ghash-step-32", "ise", "key-slots", "keys", "rocc-mem"),
    *(
        "reader-128",
        "reader-64",
        "reader-ring",
        "time-couple",
        "time-keys",
        "time-units",
        "time-units-gcm",
        "tl-obi",
        "units-gcm",
        "xasconp",
    ),
    *("xchacha", "zkned"),
)
SLOWEST = pytest.mark.long("up to a minute; other proofs of the module always run")
PROOFS = [pytest.param(p, marks=marks(p) or ([SLOWEST] if p.name in SLOWER else [])) for p in plan.proofs().values()]

#: For each method the smallest proof of the short run: combinational and sequential ones, with one run and with two.
METHODS = ("zbkb-rotates", "zbkc-product", "obi", "key-slots", "tl-obi-answers", "time-couple", "time-keys")
DEFECTS = [
    pytest.param(p, n, marks=marks(p) or ([OTHERS] if n or p.name not in METHODS else []))
    for p in plan.proofs().values()
    for n in range(len(p.defects))
]

#: The slowest of these.
SLOW = [("engine-two-passes", "bad_early"), ("engine-pio", "bad_early")]


@pytest.mark.parametrize("proof", PROOFS, ids=lambda p: p.name)
def test_every_property_is_proved(proof):
    assert prove.undecided(proof) == set()
    for name in proof.properties:
        if (proof.name, name) not in SLOW:
            check(proof, name)


@pytest.mark.long("six to ten seconds each: another engine has the same property proved")
@pytest.mark.parametrize(("proof", "name"), SLOW)
def test_a_slow_property_is_proved(proof, name):
    check(plan.proofs()[proof], name)


#: Sums of many products in two orders are too hard for SAT; only polynomials decide these bits.
OPEN = {"zbkc-product": {f"bad_{product}[{i}]" for product in ("clmul", "clmulh") for i in range(13, 18)}}


def check(proof, name):
    finding, certificates = certificate.decide(proof, name)
    assert finding.right, "\n".join(command.explain(proof, finding))
    assert {c.bit for c in certificates if c.open} <= OPEN.get(proof.name, set())
    assert certificates or name.startswith("reach_")


@pytest.mark.parametrize(("proof", "number"), DEFECTS, ids=lambda x: getattr(x, "name", x))
def test_a_defect_is_caught(proof, number, monkeypatch, tmp_path):
    """The counterexample ends with the property violated, and is readable."""
    defect = proof.defects[number]
    finding = prove.decide(proof, defect.caught_by, defect)
    assert not finding.right
    monkeypatch.setattr(command, "cache_dir", lambda: tmp_path)
    text = list(command.explain(proof, finding))
    assert text[0].startswith(f"{proof.name}: {defect.caught_by} fails")
    assert text[-1] == f"  again: vambrace-dev test proofs --proof {proof.name}"
    if finding.trace is not None:
        assert finding.trace[-1][finding.bit] == 1
        assert text[1].startswith(f"{finding.bit} can be 1")
        assert 3 <= len(text) <= 60 and all(len(line) < 160 for line in text[:-2])
        wave = (tmp_path / "counterexamples" / f"{proof.name}-{defect.caught_by}.vcd").read_text()
        assert wave.count("\n#") == len(finding.trace) + 1
