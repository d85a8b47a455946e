# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The named configurations agree with each other and with the code that they name."""

import pytest

from vambrace import config
from vambrace.base.errors import UsageError
from vambrace.base.paths import root
from vambrace.config import Accelerator, Extensions, macros
from vambrace.hardware import model
from vambrace.measure import memory
from vambrace.software.oracles import messages


def possible(cores, sets) -> int:
    """Return the number of these cores and extension sets."""
    return sum(c.can_have(e) for c in cores for e in sets)


def test_points_are_cores_with_extensions():
    every = config.extension_sets().values()
    assert len(config.points()) == possible(config.cores().values(), every)
    some = [e for e in every if not e.cores]
    assert all(possible([c], some) == len(some) for c in config.cores().values() if not c.extensions)
    assert {name for c in config.cores().values() for name in c.extensions} <= set(config.extension_sets())
    assert {name for e in every for name in e.cores} <= set(config.cores())
    assert config.point("ibex-ref/zbkb+xascon").extensions.units == ("Zbkb", "Xascon")


@pytest.mark.parametrize(
    ("patterns", "cores", "sets"),
    [
        ([], 2, "default"),
        (["*"], 0, 0),
        (["ibex-ref"], 1, "default"),
        (["ibex-ref/*"], 1, 0),
        (["zbkb"], 0, 1),
        (["ibex-*/zkned"], 2, 1),
        (["ibex-ref/none"], 1, 1),
    ],
)
def test_selection(patterns, cores, sets):
    """0 represents all of them."""
    every = list(config.extension_sets().values())
    defaults = [e for e in every if e.default]
    assert 1 < len(defaults) < len(every)
    some = {"default": defaults, 0: every, 1: [config.extension_sets()["zkned"]]}[sets]
    known = list(config.cores().values())
    assert len(config.select_points(patterns)) == possible(known[:cores] if cores else known, some)


def test_selections_add_up():
    both = config.select_points(["zkned", "ibex-ref"])
    assert len(both) == len(config.select_points(["zkned"])) + len(config.select_points(["ibex-ref"])) - 1


def test_a_core_is_built_with_the_units_that_it_can_have():
    options = set(config.extension_sets()["zbkb2"].options)
    assert config.cores()["ibex-ref"].units == model.ALL_UNITS | model.ENGINES | model.AES_UNIT | options
    assert config.cores()["rocket"].units == model.ENGINES | model.AES_UNIT
    assert model.shared(config.cores()["rocket"]).units == frozenset()
    rocc = {p.name for p in config.select_points(["rocket/*", "ibex-ref/*"]) if p.build.rocc}
    units = {f"rocket/aes-{bits}-unit{memory}" for bits in (128, 192, 256) for memory in ("", "-port-pio")}
    units |= {f"rocket/aes-128-unit-port-pio-{rounds}" for rounds in ("2-rounds", "unrolled")}
    assert rocc == {"rocket/engine", "rocket/engine-port-pio", "rocket/aes-unit"} | units


def test_an_engine_with_a_memory_port_is_known_by_its_name():
    engines = [e for e in config.extension_sets().values() if e.engine]
    assert {e.name for e in engines if not e.ported} == {e.name for e in engines if e.name.endswith("-pio")}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: Accelerator("engin", "port", True), "unknown accelerator 'engin'"),
        (lambda: Accelerator("engine", "ahb", True), "unknown bus 'ahb'"),
        (lambda: Accelerator("aes-unit", "port", True, key_bits=160), "unknown key_bits '160'"),
        (lambda: Accelerator("aes-unit", "port", True, rounds=3), "unknown rounds '3'"),
        (lambda: Accelerator("aes-unit", "obi", False), "the bus of an AES unit must be 'port', or 'tlul' without"),
        (lambda: Accelerator("aes-unit", "tlul", True), "the bus of an AES unit must be 'port', or 'tlul' without"),
        (lambda: Extensions("new", "New", ("zbkb", "zkb")), "unknown instructions 'zkb'"),
    ],
)
def test_unknown_parts_are_rejected(wrong, said):
    with pytest.raises(UsageError, match=said):
        wrong()


@pytest.mark.parametrize(
    ("pattern", "near"),
    [("", None), ("*zz*", None), ("ibex-ref/", "ibex-ref"), ("ibex-ref/zkb", "ibex-ref/zbkb"),
     ("IBEX-REF", "ibex-ref"), ("xasconn", "xascon"), ("cv32e40/engine", "cv32e40x/engine")],
)  # fmt: skip
def test_similar_points_are_suggested_for_an_unknown_one(pattern, near):
    for ask in (config.point, lambda name: config.select_points([name])):
        with pytest.raises(UsageError) as error:
            ask(pattern)
        said = str(error.value)
        assert error.value.exit_code == 2 and len(said) < 140 and "\n" not in said
        assert f"unknown point '{pattern}'" in said and "`vambrace points` lists all" in said
        if ask is not config.point or (near and "/" in near):
            assert (f"did you mean '{near}'" in said) if near else "did you mean" not in said


def test_names_are_consistent():
    sets = config.extension_sets()
    options = {option for s in sets.values() for option in s.options}
    assert {u for s in sets.values() for u in s.units} - options == model.ALL_UNITS | model.ENGINES | model.AES_UNIT
    assert options == {"TwoCycleRotates"}
    for s in sets.values():
        assert s.runs in sets and (s.instructions, s.accelerator) == (
            sets[s.runs].instructions,
            sets[s.runs].accelerator,
        )
    for algorithm in config.algorithms().values():
        assert set(algorithm.uses) <= set(sets)
        length = algorithm.longest(18)
        key, nonce = bytes(algorithm.key), bytes(algorithm.nonce)
        for job, out, tag in messages.calls(algorithm, key, nonce, b"", bytes(length)):
            assert len(job.data) == length and len(out) in (0, length) and len(tag) == algorithm.tag


def test_a_set_with_the_programs_of_another_has_its_own_model():
    """Its option affects only the model, the parameters and the netlist; programs are the same."""
    plain, other = config.point("ibex-ref/zbkb"), config.point("ibex-ref/zbkb2")
    assert macros.of(plain.build) == macros.of(other.build)
    assert config.algorithms()["ascon-128"].gains_from(other.extensions)
    assert not config.algorithms()["aes-128-ecb"].gains_from(config.point("ibex-ref/zbkx").extensions)
    specs = [model.shared(p.core, p.extensions) for p in (plain, other)]
    assert specs[1].units - specs[0].units == {"TwoCycleRotates"}
    assert "TwoCycleRotates" not in config.cores()["cv32e40x"].units


def test_the_document_of_records_names_the_lists_of_names():
    """`vambrace points` lists cores, extension sets and so on (test_cli.py)."""
    page = (root() / "docs" / "reference" / "records.md").read_text()
    assert "| the core, a name of `vambrace points` |" in page
    for names in (config.scenarios(), config.peers()):
        assert [name for name in names if f"`{name}`" not in page] == []


def test_algorithms_can_be_chosen():
    every = config.algorithms()
    assert config.select_algorithms([]) == ["aes-128-ccm", "ascon-128", "ascon-aead128", "chacha20-poly1305"]
    assert config.select_algorithms(["all"]) == list(every)
    assert config.select_algorithms(["ascon-128", "aes-128-ccm"]) == ["ascon-128", "aes-128-ccm"]
    assert config.select_algorithms(["aes-*-gcm"]) == ["aes-128-gcm", "aes-192-gcm", "aes-256-gcm"]
    assert config.select_algorithms(["hash", "ascon-*"])[:3] == ["ascon-hash256", "ascon-xof128", "ascon-cxof128"]
    assert len(config.select_algorithms(["hash", "ascon-*", "ascon-128"])) == 9
    kinds = [config.select_algorithms([kind]) for kind in config.OPERATIONS]
    assert [name for names in kinds for name in names] == list(every)


@pytest.mark.parametrize(
    ("name", "near"),
    [("ascon", "ascon-mac"), ("", None), ("*-hmac", None), ("AEAD", "aead"), ("aes-128", "aegis-128l"),
     ("ascon-aed128", "ascon-aead128"), ("ASCON-128", "ascon-128")],
)  # fmt: skip
def test_similar_algorithms_are_suggested_for_an_unknown_one(name, near):
    with pytest.raises(UsageError) as error:
        config.select_algorithms([name])
    said = str(error.value)
    assert error.value.exit_code == 2 and len(said) < 140 and "\n" not in said
    assert f"unknown algorithm '{name}'" in said and "`vambrace points` lists all" in said
    assert (f"did you mean '{near}" in said) if near else "did you mean" not in said


def test_parts_for_32_bits_reject_other_widths():
    config.only_rv32(list(config.select_points(["rocket", "ibex-ref"])), "this")
    points = config.select_points(["rocket64/none"])
    assert points[0].build.xlen == 64
    for refused in (
        lambda: config.only_rv32(points, "this"),
        lambda: memory.tasks(points, ["ascon-128"]),
    ):
        with pytest.raises(UsageError, match=r"rocket64/none: .* supports only 32-bit cores, and rocket64 has 64 bits"):
            refused()
