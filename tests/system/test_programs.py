# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Programs of other authors on a simulated core: one that is made up here, from its checkout to a record; and those of
papers, if VAMBRACE_PROGRAMS names a folder with their checkouts."""

import json
import os
from dataclasses import replace

import pytest
from click.testing import CliRunner

from tests import programs
from tests.programs import fake
from tests.unit.test_papers import GOOD, load
from vambrace import config
from vambrace.cli.main import main
from vambrace.measure import bench, planner
from vambrace.measure.selectors import make_selector
from vambrace.measure.studies import ascon64
from vambrace.papers import figures as papers
from vambrace.software import checkouts
from vambrace.software.oracles.messages import WrongResult

__all__ = ["fake"]

LONG = pytest.mark.long("measures programs of others, from checkouts that the user provides")
needed = pytest.mark.skipif(
    not os.environ.get(checkouts.VARIABLE),
    reason=f"{checkouts.VARIABLE} names no folder with checkouts of the papers' programs",
)


def selector(library: str, point: str, algorithm: str, scenario: str = "zigbee", metric: str = "cycles"):
    inputs = {"record": "bench", "metric": metric, "library": library, "point": point, "algorithm": algorithm}
    return make_selector({**inputs, "scenario": scenario, "operation": "seal"}, "here")


def measured(chosen) -> list[dict]:
    (first,) = planner.plan([chosen])
    outcome = planner.run([first])
    assert not outcome.failures
    return outcome.records[first]


def test_a_program_is_measured_from_its_checkout_and_kept(fake, monkeypatch):
    chosen = selector("fake", "ibex-ref/none", "ascon-128")
    seal, opened = measured(chosen)
    assert chosen.fits(seal) and not chosen.fits(opened) and chosen.figure(seal) == seal["cycles"]
    assert (seal["library"], seal["profile"], seal["checked"]) == ("fake", "size", True)
    assert seal["tools"]["fake"] == "someone/fake@0123456789abcdef0123456789abcdef01234567"
    assert seal["configuration"]["library_flags"] == "-Os"
    # single bytes and 64-bit rotates by shifts: twice the cycles of our assembly, and 27,614 when this was written
    assert 20_000 < seal["cycles"] < 40_000
    # without the checkout, and without running it again
    monkeypatch.delenv(checkouts.VARIABLE)
    (first,) = planner.plan([chosen])
    assert planner.find([first])[first][0] == seal


def test_only_the_function_of_the_program_counts(fake):
    """The adaptor copies key, ciphertext and tag, and counts for nothing: neither cycles nor bytes."""
    point = replace(config.point("ibex-ref/none"), profile="size")
    program = config.programs()["fake"]
    full = replace(program, windows={})
    task = bench.Task(point, config.algorithms()["ascon-128"], config.scenarios()["zigbee"], program)
    (alone, _), (with_adaptor, _) = bench.measure(task), bench.measure(replace(task, peer=full))
    more = with_adaptor.counts.cycles - alone.counts.cycles
    assert 86 + 16 < more < 20 * (86 + 16)
    assert 0 < alone.footprint.code_bytes < with_adaptor.footprint.code_bytes
    assert alone.footprint.static_bytes < 4096 < with_adaptor.footprint.static_bytes


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("out + len, 16", "out + len - 1, 16", "wrong result"),
        ("return vmb_study_ascon64_ref_open", "return 0 & vmb_study_ascon64_ref_open", "accepts a wrong tag"),
    ],
)
def test_a_program_with_an_error_yields_no_record(monkeypatch, tmp_path, old, new, message):
    there = programs.checkout(tmp_path, programs.CORE.replace(old, new))
    programs.known(monkeypatch, programs.described(there))
    monkeypatch.setenv(checkouts.VARIABLE, str(tmp_path))
    point = replace(config.point("ibex-ref/none"), profile="size")
    scenario = config.scenarios()["zigbee"]
    task = bench.Task(point, config.algorithms()["ascon-128"], scenario, config.programs()["fake"])
    with pytest.raises(WrongResult, match=message):
        bench.run_packet(task)
    monkeypatch.undo()
    programs.forget()


def test_the_command_shows_a_program_while_it_is_kept(fake, monkeypatch, tmp_path):
    """Measured with --programs, shown without it; a checkout of another version has its reason instead."""
    fields = load(tmp_path, GOOD.replace("own = { scenario", 'program = { library = "fake" }, own = { scenario', 1))
    monkeypatch.setattr(papers, "papers", lambda: {"made": replace(fields, id="made")})
    file = tmp_path / "made.json"

    def shown(*arguments: str) -> tuple[int, str, dict]:
        done = CliRunner().invoke(main, ["paper", "made", "--json", str(file), *arguments])
        return done.exit_code, " ".join(done.output.split()), json.loads(file.read_text())[0]

    code, output, first = shown("--programs", str(fake.parent))
    assert code == 0 and "theirs here" in output and 40_000 < first["program"] != first["ours"]
    assert first["program_of"]["tools"]["fake"].startswith("someone/fake@0123")
    monkeypatch.setenv(checkouts.VARIABLE, "")
    code, output, again = shown("--cached")
    assert (code, again) == (0, first) and "theirs here: the program that the authors published" in output
    (fake / "ref.c").write_text("int other;\n")
    code, output, other = shown("--programs", str(fake.parent))
    assert code == 1 and "ref.c has another version: git -C" in output
    assert (other["program"], other["ours"]) == (None, first["ours"])


#: Cycles and instructions for a Zigbee and an IPv6 packet as published. What is measured is one less: their count
#: includes the call.
ASCON = {
    "none": ((14385, 13734), (128471, 123381)),
    "xascon": ((6825, 6174), (60011, 54921)),
    "zbkb+xascon": ((5881, 5230), (50979, 45889)),
}


@needed
@LONG
@pytest.mark.parametrize("extensions", ASCON)
def test_the_ascon_of_the_paper_needs_the_published_cycles(extensions):
    for scenario, (cycles, instret) in zip(("zigbee", "ipv6"), ASCON[extensions], strict=True):
        record, _ = measured(selector("riscv-crypto-ascon", f"ibex-ref/{extensions}", "ascon-128", scenario))
        assert (record["cycles"], record["instret"]) == (cycles - 1, instret - 1)


@needed
@LONG
@pytest.mark.parametrize(
    ("library", "point", "algorithm", "published"),
    [
        ("riscv-crypto-tinycrypt", "ibex-ref/none", "aes-128-ccm", (218582, 2171290)),
        ("riscv-crypto-tinycrypt", "ibex-ref/zkned", "aes-128-ccm", (11119, 107176)),
        ("riscv-crypto-libsodium", "ibex-ref/none", "chacha20-poly1305", (21913, 129660)),
    ],
)
def test_the_libraries_of_the_paper_are_near_the_published_cycles(library, point, algorithm, published):
    """Their memcpy is another one, and libsodium's version is not known."""
    for scenario, cycles in zip(("zigbee", "ipv6"), published, strict=True):
        record, _ = measured(selector(library, point, algorithm, scenario))
        assert abs(record["cycles"] / cycles - 1) < (0.05 if "tinycrypt" in library else 0.15)


#: Cycles of the report's programs for 64 bytes, sealing and opening, and the published ones of asconv: corrected, and
#: of a C906.
ASCON_V = {"ref": (7484, 7632), "opt64": (6285, 6301), "asconv": (6779, 6944)}
ASCONV_PUBLISHED = (6708, 6917)


@needed
@LONG
@pytest.mark.parametrize("style", ASCON_V)
def test_the_programs_of_the_report_need_known_cycles(style):
    """Within 1 %: the instruction cache replaces lines at random. asconv takes the report's cycles, too."""
    task = ascon64.Task(ascon64.STYLES[style], "ascon-128", 64, peer=config.programs()["ascon-v"])
    records = ascon64.measure(task)
    for record, cycles, published in zip(records, ASCON_V[style], ASCONV_PUBLISHED, strict=True):
        assert record["library"] == "ascon-v" and record["cycles"] == pytest.approx(cycles, rel=0.01)
        assert style != "asconv" or record["cycles"] == pytest.approx(published, rel=0.02)
    assert [r["checked"] for r in records] == [True, style != "asconv"]


#: Loads from tables for a block, by the bits of the key, as the code has them: expanding the key, inverting that for
#: decryption, and the rounds; published cycles of 16 bytes.
RIOT = {
    (128, "encrypt"): (50 + 160, 119229),
    (192, "encrypt"): (40 + 192, 131602),
    (256, "encrypt"): (59 + 224, 160833),
    (128, "decrypt"): (50 + 9 * 32 + 160, 280278.8),
    (192, "decrypt"): (40 + 11 * 32 + 192, 328973.66),
    (256, "decrypt"): (59 + 13 * 32 + 224, 393612.19),
}


@needed
@LONG
def test_the_aes_of_riot_differs_by_its_table_loads():
    """Each of them took 550 more cycles there, in both directions and for every key, like a flash memory."""
    each = []
    for (bits, operation), (loads, published) in RIOT.items():
        inputs = {"record": "throughput", "metric": "cycles", "library": "facv-riot", "point": "rocket/none"}
        call = {"algorithm": f"aes-{bits}-ecb", "scenario": "16 bytes", "operation": operation}
        chosen = make_selector({**inputs, **call}, "here")
        (record,) = (r for r in measured(chosen) if chosen.fits(r))
        each.append((published - record["cycles"]) / loads)
    assert 545 < min(each) < max(each) < 562
