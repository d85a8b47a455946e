# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Boards: their configuration, their constraints, their boot programs' sources, and wrong input of `vambrace board`."""

import re

import pytest
from click.testing import CliRunner

from vambrace import config
from vambrace.base.errors import BuildError, UsageError, VambraceError
from vambrace.base.paths import root
from vambrace.cli import board as command
from vambrace.cli.main import main
from vambrace.config.board import board, boards
from vambrace.measure import board as measured
from vambrace.silicon import bitstream, tool
from vambrace.silicon.bitstream import Routed, Unfit
from vambrace.software import boot

BOARDS = list(boards())


def call(*arguments):
    """Call the command; return its error, or its output."""
    done = CliRunner().invoke(main, ["board", *arguments], standalone_mode=False)
    if done.exception:
        return done.exception
    return done.output


def bits(name):
    """Return the ports of a board's top, one for each bit."""
    text = (root() / "soc" / "board" / f"{board(name).top}.sv").read_text()
    ports = re.findall(r"^ +(?:input|output) +logic +(?:\[(\d+):0\] +)?(\w+)", text, re.M)
    return {f"{port}[{i}]" if high else port for high, port in ports for i in range(int(high or 0) + 1)}


@pytest.mark.parametrize("name", BOARDS)
def test_each_port_of_a_top_has_a_pin_of_its_own(name):
    pins = board(name).pins
    assert set(pins) == bits(name) and len({pin for pin, *_ in pins.values()}) == len(pins)


@pytest.mark.parametrize("name", BOARDS)
def test_the_top_has_the_clock_of_the_configuration(name):
    text = (root() / "soc" / "board" / f"{board(name).top}.sv").read_text()
    assert int(re.search(r"ClockHz = ([\d_]+)", text)[1]) == board(name).clock
    values = {key: int(value) for key, value in re.findall(r"\.(\w+_(?:DIV|SEL)) *\((\d+)\)", text)}
    given = board(name).input["hertz"]
    if board(name).family == "ecp5":
        made = given / values["CLKI_DIV"] * values["CLKFB_DIV"]
        assert 400e6 <= made * values["CLKOP_DIV"] <= 800e6
    else:
        made = given / (values["IDIV_SEL"] + 1) * (values["FBDIV_SEL"] + 1)
        assert 500e6 <= made * values["ODIV_SEL"] <= 1250e6
    assert made == board(name).clock


@pytest.mark.parametrize(
    ("name", "line"), [("ulx3s", 'LOCATE COMP "led[7]" SITE "H3";'), ("tangnano20k", 'IO_LOC "led_n[5]" 20;')]
)
def test_constraints_place_the_ports(name, line):
    made = bitstream.design(board(name), config.point(board(name).point))
    assert line in made.constraints.splitlines()
    assert len(re.findall(r"LOCATE COMP|IO_LOC", made.constraints)) == len(board(name).pins)


def test_a_boot_program_has_the_algorithms_of_its_engine():
    text = boot.table(board("ulx3s"), config.point("ibex-ref/engine-ascon"))
    assert '{"ascon-aead128", &vmb_aead_ascon_aead128}' in text and "aes" not in text
    text = boot.table(board("ulx3s"), config.point("ibex-ref/zkned"))
    assert [name for name in boot.ALGORITHMS if f'{{"{name}", triggered_' in text] == list(boot.ALGORITHMS)


def test_the_contents_of_the_memory_are_split_by_bytes(monkeypatch):
    class Program:
        def segments(self):
            return [(0x80000004, b"\x01\x02\x03\x04\x05")]

    lanes = [text.split() for text in boot.contents(Program(), 16)]
    assert lanes == [
        ["00", "01", "05", "00"],
        ["00", "02", "00", "00"],
        ["00", "03", "00", "00"],
        ["00", "04", "00", "00"],
    ]


LOG = """
Info: Device utilisation:
Info: \t          TRELLIS_IO:    14/  365     3%
Info: \t        TRELLIS_COMB: 90000/83640   107%
Info: \t              DP16KD:    34/  208    16%

ERROR: Unable to place cell
"""


@pytest.fixture
def design(monkeypatch, tmp_path):
    """A design whose netlist and cache are not real; the fixture's function sets the router's answer."""
    made = bitstream.design(board("ulx3s"), config.point("ibex-ref/engine-ascon"))
    (tmp_path / "board.json").write_text("{}")
    monkeypatch.setattr(bitstream, "netlist", lambda made: tmp_path)
    monkeypatch.setattr(bitstream, "_key", lambda made: "key")
    monkeypatch.setattr(bitstream.tools, "version", lambda name: "1")
    monkeypatch.setattr(bitstream.store, "entry", lambda kind, key, build: build(tmp_path))
    return lambda answer: (monkeypatch.setattr(tool, "run", lambda *_: answer), made)[1]


def test_a_design_that_does_not_fit(design):
    with pytest.raises(
        Unfit, match=r"^ulx3s ibex-ref/engine-ascon does not fit: 90000 TRELLIS_COMB, 6360 more than the"
    ):
        bitstream.route(design((1, LOG)), 1)


def test_a_router_that_fails(design):
    with pytest.raises(BuildError, match="nextpnr failed: ERROR: something else"):
        bitstream.route(design((1, "Info: begin\nERROR: something else\nInfo: end")), 1)


def routed(seed, mhz, tmp_path):
    return Routed(seed, tmp_path, mhz, {}, {}, 1.0, 1)


@pytest.mark.parametrize(
    ("speeds", "tried", "best"), [((34.9, 36.0, 45.0, 50.0), 2, 2), ((30.0, 34.0, 32.0, 31.0), 4, 2)]
)
def test_seeds_are_tried_until_timing_closes(speeds, tried, best, monkeypatch, tmp_path):
    monkeypatch.setattr(bitstream, "route", lambda made, seed: routed(seed, speeds[seed - 1], tmp_path))
    task = measured.Task(board("ulx3s"), config.point("ibex-ref/engine-ascon"))
    chosen, every = measured.best(task)
    assert (chosen.seed, len(every)) == (best, tried)


def test_timing_that_does_not_close_writes_nothing(tmp_path):
    task = measured.Task(board("ulx3s"), config.point("ibex-ref/engine-ascon"))
    with pytest.raises(
        VambraceError, match=r"timing does not close: 33\.2 MHz with the best of 4 seeds, the clock is 35"
    ):
        command._write(task, {"closed": False, "fmax_mhz": 33.2}, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_full_disk_leaves_nothing(tmp_path, monkeypatch):
    (tmp_path / "board.bit").write_bytes(b"bits")
    (tmp_path / "report.json").write_bytes(b"{}")
    monkeypatch.setattr(measured, "best", lambda task: (routed(1, 41.0, tmp_path), []))
    task = measured.Task(board("ulx3s"), config.point("ibex-ref/engine-ascon"))
    out = tmp_path / "new" / "out"

    def full(self, content):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("pathlib.Path.write_bytes", full)
        with pytest.raises(VambraceError, match=r"No space left on device; make room there"):
            command._write(task, {"closed": True, "version": "0"}, out)
    assert not out.parent.exists()
    command._write(task, {"closed": True, "version": "0"}, out)
    assert sorted(path.name for path in out.iterdir()) == ["board.bit", "board.lpf", "report.json"]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("ulx4s",), "unknown board 'ulx4s'"),
        (("ulx3s", "cv32e40x/zbkb"), "cv32e40x/zbkb: boards have Ibex"),
        (("ulx3s", "ibex-ref/other"), "other"),
        ((), "name a board, one of ulx3s, tangnano20k"),
    ],
)
def test_wrong_input_is_one_line(arguments, error):
    wrong = call(*arguments)
    assert error in str(wrong) and isinstance(wrong, (UsageError, Exception)) and "\n" not in str(wrong).strip()


def test_an_existing_folder_is_not_replaced(tmp_path):
    assert f"{tmp_path} exists" in str(call("ulx3s", "-o", str(tmp_path)))


def test_the_list_names_every_board_with_its_price():
    text = call("--list")
    assert all(name in text for name in BOARDS) and "30 €" in text
