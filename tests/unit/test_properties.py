# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Any input from a user or a file is accepted, or rejected with one of our errors; written data is read back unchanged.
Hypothesis chooses the inputs, the same ones in every run."""

from __future__ import annotations

import csv
import io
import json
from contextlib import redirect_stderr, redirect_stdout, suppress
from typing import Any

import click
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vambrace import config
from vambrace.analysis import linker_map
from vambrace.base import memo
from vambrace.base.errors import UsageError, VambraceError, choose, unknown
from vambrace.cli import main as cli
from vambrace.cli.options import Bytes
from vambrace.config.instructions import Encoding
from vambrace.measure import record_files
from vambrace.measure.registry import KINDS
from vambrace.measure.selectors import SelectorError, make_selector
from vambrace.results import records
from vambrace.software.running.jobs import NOT_RUN, Job, decode, encode
from vambrace_dev.proofs import aiger

SOME = settings(max_examples=40, derandomize=True, deadline=None, database=None)
FEW = settings(SOME, max_examples=25)

#: Words with a meaning somewhere, mixed with any other text.
KNOWN = [*config.points(), *config.algorithms(), *config.scenarios(), *config.extension_sets(), *config.cores(),
         "86 bytes", "seal", "open", "speed", "size", "cycles", "kge", "", "0", "-1", "*", "ibex-*/zkned"]  # fmt: skip
WORDS = st.one_of(st.sampled_from(KNOWN), st.text(max_size=12))
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)
FIELDS = ["record", "metric", "point", "block", *{name for kind in KINDS.values() for name in kind.selectable}]


@SOME
@given(
    st.dictionaries(st.one_of(st.sampled_from(FIELDS), st.text(max_size=6)), WORDS | st.tuples(WORDS), max_size=6),
    st.sampled_from([*KINDS, ""]),
)
def test_a_selector_is_parsed_or_rejected(fields, kind):
    try:
        actual = make_selector({"record": kind, **fields}, "here")
    except SelectorError as error:
        assert str(error).startswith("here")
    else:
        assert actual.kind in KINDS.values() and actual.metrics


@SOME
@given(st.lists(WORDS, max_size=3))
def test_points_are_found_or_rejected(names):
    try:
        actual = config.select_points(names)
    except UsageError as error:
        assert str(error)
    else:
        assert all(point.name in config.points() for point in actual)


@SOME
@given(WORDS, st.lists(WORDS, max_size=20))
def test_a_name_is_a_known_one_or_rejected(name, valid):
    if name in valid:
        assert choose("thing", name, valid) == name
        return
    with pytest.raises(UsageError, match="unknown thing"):
        choose("thing", name, valid)
    assert unknown("thing", name, valid).startswith(f"unknown thing '{name}'")


@SOME
@given(JSON)
def test_records_are_read_or_rejected(tmp_path_factory, content):
    file = tmp_path_factory.getbasetemp() / "given.json"
    file.write_text(json.dumps(content))
    try:
        actual = record_files.read(file)
    except UsageError as error:
        assert str(file) in str(error)
    else:
        assert isinstance(actual, list) and len(actual) == len(content)


@SOME
@given(st.binary(max_size=60))
def test_a_file_without_records_is_rejected(tmp_path_factory, content):
    file = tmp_path_factory.getbasetemp() / "given.json"
    file.write_bytes(content)
    try:
        assert isinstance(record_files.read(file), list)
    except UsageError as error:
        assert str(file) in str(error)


@SOME
@given(st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=5), st.sampled_from(list(KINDS)))
def test_a_record_with_other_fields_is_rejected(fields, kind):
    with pytest.raises(UsageError, match="record 1"):
        record_files.check("here", [{**fields, "record": kind}])


@SOME
@given(st.lists(st.dictionaries(st.text(max_size=8), JSON, max_size=4), max_size=4))
def test_records_are_written_unchanged(made):
    assert json.loads(records.as_json(made)) == made


@SOME
@given(st.lists(st.fixed_dictionaries({"core": WORDS, "title": WORDS.map(lambda text: f"-{text}")}), max_size=4))
def test_records_have_a_line_each(made):
    """As CSV, for any texts."""
    assert list(csv.DictReader(io.StringIO(records.as_csv(made), newline=""))) == made


PARTS = st.lists(st.one_of(st.sampled_from(["rd", "rs1", "rs2", "rd'", "shamt", "01"]), st.text("01", max_size=12)))


@SOME
@given(PARTS)
def test_an_encoding_has_32_bits(parts):
    try:
        fields = Encoding(" ".join(parts)).fields
    except ValueError as error:
        assert "not a 32-bit encoding" in str(error)
    else:
        assert sum(field.width for field in fields) == 32 and fields[0].high == 31 and fields[-1].low == 0


@SOME
@given(st.integers(0, 1 << 34), st.sampled_from(["", "K", "M", "k", "m", "G"]))
def test_a_size(number, unit):
    factor = {"": 1, "k": 1 << 10, "m": 1 << 20}.get(unit.lower(), 0)
    fits = 0 < number * factor < 1 << 32
    try:
        assert Bytes()(f"{number}{unit}") == number * factor and fits
    except click.BadParameter:
        assert not fits


@SOME
@given(st.text())
def test_any_text_as_a_size(text):
    try:
        assert Bytes()(text) > 0
    except click.BadParameter as error:
        assert "is not a size" in error.message or "more than" in error.message


@SOME
@given(st.text(max_size=300))
def test_any_text_as_a_map_of_the_linker(text):
    assert list(linker_map.places(f"Linker script and memory map\n{text}")) is not None


@SOME
@given(st.dictionaries(st.text(max_size=8), st.binary(max_size=80)), st.binary(max_size=80))
def test_a_kept_run_is_unchanged(files, like):
    resembled = dict.fromkeys(files, like)
    assert memo._unpack(memo._pack(files, resembled), resembled) == files


@st.composite
def circuits(draw) -> aiger.Aig:
    inputs, latches, gates = draw(st.integers(1, 4)), draw(st.integers(0, 3)), draw(st.integers(0, 12))
    first = 1 + inputs + latches

    def literal(before: int) -> st.SearchStrategy[int]:
        return st.integers(0, 2 * before - 1)

    created = []
    for n in range(gates):
        a, b = draw(literal(first + n)), draw(literal(first + n))
        created.append((max(a, b), min(a, b)))
    every = literal(first + gates)
    return aiger.Aig(
        [f"i{n}" for n in range(inputs)],
        [draw(every) for _ in range(latches)],
        [("o", draw(every)), ("p", draw(every))],
        created,
    )


@FEW
@given(circuits(), st.data())
def test_a_part_of_a_circuit_behaves_the_same(tmp_path_factory, aig, data):
    """Extracted, written, and read again."""
    part, numbers = aiger.cone(aig, "o")
    file = tmp_path_factory.getbasetemp() / "part.aig"
    aiger.write(part, file)
    with file.open("ab") as f:
        f.write("".join(f"i{n} {name}\n" for n, name in enumerate(part.inputs)).encode() + b"o0 o\nc\n")
    again = aiger.read(file)
    row = st.lists(st.integers(0, 1), min_size=len(aig.inputs), max_size=len(aig.inputs))
    rows = data.draw(st.lists(row, min_size=1, max_size=4))
    full = [cycle["o"] for cycle in aiger.simulate(aig, rows)]
    assert full == [cycle["o"] for cycle in aiger.simulate(again, [[row[n] for n in numbers] for row in rows])]


BYTES = st.binary(max_size=40)


@st.composite
def jobs(draw) -> Job:
    op = draw(st.sampled_from(["seal", "open"]))
    tag = draw(st.binary(min_size=4, max_size=16)) if op == "open" else None
    align = draw(st.dictionaries(st.sampled_from(["key", "nonce", "ad", "in", "out", "tag"]), st.integers(0, 3)))
    return Job(op, draw(BYTES), draw(BYTES), draw(BYTES), draw(BYTES), tag, draw(st.integers(0, 16)), align)


@FEW
@given(st.lists(jobs(), min_size=1, max_size=4))
def test_an_image_of_jobs_before_the_run(many):
    """Every job is in it, has not run, and is unchanged."""
    image = encode(many)
    results = decode(image, many)
    assert [r.status for r in results] == [NOT_RUN] * len(many) and not any(r.violations for r in results)


def commands(command: click.Command, before: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    if not isinstance(command, click.Group):
        return [before]
    return [actual for name in command.commands for actual in commands(command.commands[name], (*before, name))]


OPTIONS = [
    "--json",
    "--algorithm",
    "-a",
    "--scenario",
    "--point",
    "--list",
    "--help",
    "--profile",
    "--core",
    "--svg",
    "--secret",
    "-o",
    "-n",
    "--seed",
    "--markdown",
    "--peers",
    "--",
    "-",
    "--long",
    "--time",
    "--jobs",
]


@SOME
@given(st.sampled_from(commands(cli.main)), st.lists(st.one_of(st.sampled_from(OPTIONS), WORDS), max_size=5))
def test_any_words_of_a_command_are_accepted_or_rejected(path, words):
    """Reading them raises only errors that the command line prints."""
    command: click.Command = cli.main
    context: click.Context | None = None
    for name in path:
        assert isinstance(command, click.Group)
        context = click.Context(command, info_name=name, parent=context)
        command = command.commands[name]
    refused = suppress(click.ClickException, click.exceptions.Exit, click.Abort, VambraceError)
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()), refused:
        command.make_context(path[-1], list(words), parent=context)
