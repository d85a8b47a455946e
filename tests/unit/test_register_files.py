# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The engine's registers are the same in the RTL, the library and the documentation."""

import re

from tests.rtl import engine
from vambrace.base.paths import root
from vambrace_dev import registers

PACKAGE = root() / "rtl" / "engine" / "vmb_engine_pkg.sv"


def test_generated_files_are_up_to_date(capsys):
    assert registers.main(["--check"]) == 0, capsys.readouterr().out
    assert capsys.readouterr().out == ""


def test_job_t_has_the_fields_of_job():
    """In the reverse order, as a packed structure has its highest bits first; above them, whether any of the reserved
    bits was set."""
    text = PACKAGE.read_text()
    body = re.search(r"typedef struct packed \{([^}]*)\} job_t;", text).group(1)
    widths = {"unit_e": 2, "logic": 1}
    actual, low = {}, 0
    for kind, high, name in reversed(re.findall(r"^\s*(\w+)\s+(?:\[(\d+):0\] )?(\w+);", body, re.MULTILINE)):
        width = int(high) + 1 if high else widths[kind]
        actual[name] = (low, width)
        low += width
    job = {name: place for name, place in registers.fields()["job"].items() if not name.endswith("_high")}
    end = max(low + width for low, width in job.values())
    assert actual == {**job, "unknown": (end, 1)}
    assert f"return job_t'({{word[31:{end}] != '0, word[{end - 1}:0]}});" in text


def described(register: str, field: str) -> dict[int, str]:
    """Return the numbers in the description of a field, with their meanings."""
    text = next(
        f.get_property("desc")
        for r in registers._registers()
        if r.inst_name == register
        for f in r.fields()
        if f.inst_name == field
    )
    return {int(n): what for n, what in re.findall(r"(\d+) ([^,]+)", text)}


def test_errors_agree_with_their_description():
    body = re.search(r"typedef enum logic \[3:0\] \{(.*?)\} error_e;", PACKAGE.read_text(), re.DOTALL).group(1)
    numbers = {int(n): name for name, n in re.findall(r"Err(\w+)\s*=\s*4'd(\d+)", body)}
    names = ("None", "Tag", "Bus", "Algorithm", "Argument", "Slot", "Aborted", "Timeout", "Fault", "Policy")
    assert numbers == dict(enumerate(names))
    assert all(getattr(engine, name.upper()) == number for number, name in numbers.items())
    assert {*described("status", "error")} == {*range(10)}


def test_families_agree_with_their_description():
    body = re.search(r"typedef enum logic \[1:0\] \{(.*?)\} unit_e;", PACKAGE.read_text(), re.DOTALL).group(1)
    units = {int(n): name for name, n in re.findall(r"Unit(\w+)\s*=\s*2'd(\d)", body)}
    words = described("job", "family")
    assert {n: words[n].lower().startswith(units[n].lower()) for n in words} == {0: True, 1: True, 2: True}


def test_the_page_has_a_row_for_every_register_and_field():
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in registers.reference().split("\n")]
    results = {row[1] for row in rows if len(row) == 4}
    assert {r.inst_name.upper() for r in registers._registers()} <= results
    fields = [row[1].strip("`") for row in rows if len(row) == 3]
    assert sorted(f for f in fields if f not in (":--", "field")) == sorted(
        f.inst_name for r in registers._registers() for f in r.fields() if f.inst_name != "value"
    )
    assert "<br>" not in registers.reference()


def test_offsets_fit_the_register_port():
    """A word's index has 5 bits; pairs begin at even indices."""
    offsets = registers.offsets()
    assert all(offset % 4 == 0 and offset < 128 for offset in offsets.values())
    assert len({*offsets.values()}) == len(offsets)
    last = offsets["data_total"] // 4
    assert last % 2 and offsets["job"] // 4 == last + 1
    assert offsets["key"] % 32 == 0
