# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Steps of a profile: their code, and their bounds."""

import pytest

from vambrace import config
from vambrace.analysis import kernels, profile
from vambrace.base.errors import UsageError
from vambrace.config import parameters

SYMBOLS = [(0x100, "vmb_ascon128_run"), (0x110, "vmb_step.ascon_sbox.7"), (0x120, "somebody_else")]


def test_code_belongs_to_the_mark_or_symbol_before_it():
    taken = {0x100: (1, 2), 0x104: (3, 4), 0x110: (5, 6), 0x114: (5, 7), 0x124: (1, 1), 0x80: (1, 9)}
    assert profile.attribute(SYMBOLS, taken) == {
        "ascon_rest": (1, 4, 6),
        "ascon_sbox": (5, 10, 13),
        "somebody_else": (0, 1, 1),
        "?": (0, 1, 9),
    }


def test_parts_of_a_step_add_up():
    symbols = [(0x100, "vmb_step.ascon_sbox.1"), (0x108, "vmb_step.ascon_linear.2"), (0x110, "vmb_step.ascon_sbox.3")]
    taken = {0x100: (2, 2), 0x108: (2, 3), 0x110: (2, 4)}
    assert profile.attribute(symbols, taken)["ascon_sbox"] == (4, 4, 6)


def test_marks_count_repetitions_if_there_are_any():
    symbols = [(0x100, "vmb_poly1305_add"), (0x108, "vmb_step.poly1305_block.1"), (0x110, "vmb_aes_expand")]
    taken = {0x100: (7, 7), 0x108: (3, 3), 0x110: (2, 2)}
    steps = profile.attribute(symbols, taken)
    assert steps["poly1305_block"] == (3, 10, 10) and steps["aes_key"] == (2, 2, 2)


def test_bounds_count_the_rounds():
    with_zkned = ("zkned",)
    assert profile.bound("aes_mac", "ibex-ref", with_zkned, 10)[0] == 164 + 2 * 43
    assert profile.bound("aes_mac", "ibex-fast", with_zkned, 14)[0] == 164 + 64 + 43 + 16
    assert profile.bound("aes_mac", "ibex-ref", (), 10)[0] == 0


def test_bounds_follow_extensions_and_core():
    assert profile.bound("ascon_linear", "ibex-ref", ())[0] == 80
    assert profile.bound("ascon_linear", "ibex-ref", ("zbkb",))[0] == 39
    assert profile.bound("ascon_linear", "ibex-ref", ("zbkb", "xascon"))[0] == 10
    # 60 + 4 loads + 20 mul + 16 mulhu
    assert profile.bound("poly1305_block", "ibex-ref", ())[0] == 60 + 4 * 2 + 20 * 3 + 16 * 4
    assert profile.bound("poly1305_block", "ibex-fast", ())[0] == 60 + 4 + 20 + 16 * 2
    assert profile.bound("somebody_else", "ibex-ref", ()) == (0, "")


def step(name: str, repetitions: int, instructions: int, cycles: int) -> profile.Step:
    return profile.Step(name, name, repetitions, instructions, cycles, 0, "")


def test_a_kernel_repeats_its_steps():
    steps = [step("ascon_sbox", 10, 300, 310), step("ascon_linear", 10, 800, 800), step("ascon_rest", 3, 99, 99)]
    sbox, linear, total = kernels.parts("ascon-128", steps)
    assert (sbox.name, sbox.instructions, sbox.cycles) == ("S-box", 180, 186)
    assert (linear.name, linear.cycles, linear.ad_cycles) == ("linear", 480, None)
    assert (total.name, total.instructions, total.cycles) == ("total", 660, 666)
    assert (total.ad_cycles, total.text_cycles, total.ad_instructions) == (666 / 8, 666 / 8, 660 / 8)
    assert total.cpi == 666 / 660


def test_a_block_of_the_message_may_have_other_steps():
    steps = [step("aes_mac", 3, 600, 750), step("aes_pair", 78, 78 * 350, 78 * 400)]
    block, total = kernels.parts("aes-128-ccm", steps)
    assert block.cycles == total.cycles == 250
    assert (total.ad_cycles, total.text_cycles, total.text_instructions) == (250 / 16, 25, 350 / 16)


def test_small_code_has_a_step_for_each_round():
    """The size profile computes one block at a time, round by round: the message takes twice as much."""
    steps = [step("aes_rounds1", 90, 90 * 26, 90 * 32), step("aes_last1", 10, 580, 740)]
    rounds, last, total = kernels.parts("aes-128-ccm", steps)
    assert (rounds.instructions, rounds.cycles, last.cycles) == (9 * 26, 9 * 32, 74)
    assert (total.cycles, total.ad_cycles, total.text_cycles) == (362, 362 / 16, 2 * 362 / 16)


def test_an_algorithm_without_a_kernel_is_rejected():
    with pytest.raises(UsageError, match=r"unknown algorithm with a kernel 'aes-128-ecb'; .* one of: ascon-128"):
        kernels.parts("aes-128-ecb", [])
    with pytest.raises(UsageError, match="no steps of its kernel"):
        kernels.parts("aes-128-ccm", [step("aes_sbox", 3, 600, 750)])


def test_the_file_of_steps_is_consistent():
    listed = profile.listed()
    assert set(listed["timing"]) == {name for name, core in config.cores().items() if not core.caches}
    for name, step in listed["step"].items():
        assert 0 < len(step["title"]) <= 41, name
        for entry in step.get("bounds", ()):
            assert entry["why"] and set(entry.get("instructions", ())) <= set(parameters.INSTRUCTIONS), name
            for kinds in (set(entry) - {"why", "instructions", "each_round"}, set(entry.get("each_round", ()))):
                assert kinds <= set(profile.KINDS), name
    assert all(set(value) == set(profile.KINDS) for value in listed["timing"].values())
    for name, kernel in listed["kernel"].items():
        assert name in config.algorithms() and kernel["title"] and kernel["bytes"] > 0 and kernel["times"] > 0
        for form in (kernel, kernel.get("small", kernel)):
            named = [s for steps in form["parts"].values() for s in steps] + form.get("message", [])
            assert named and {s.rpartition(" ")[2] for s in named} <= set(listed["step"]), name
