# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace-dev test coverage` on made-up files with known counts, and its requirements."""

import json

import pytest
from click.testing import CliRunner

from vambrace.analysis import linker_map
from vambrace.base import store, tools
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.software.toolchain import program
from vambrace_dev.testing import command
from vambrace_dev.testing.coverage import assembly, judge, library, points, python, rtl
from vambrace_dev.testing.coverage.points import Marks, Points


def of(kind: str, counts: dict[tuple[str, int], int]) -> Points:
    """Return points of one kind with these hits, by file and line."""
    created = Points()
    for (file, line), hits in counts.items():
        created.add(kind, file, line, hits)
    return created


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """Create a checkout; return a function that writes a file of it."""
    for module in (points, library, assembly, rtl, python):
        monkeypatch.setattr(module, "root", lambda: tmp_path)
    points.marks_of.cache_clear()

    def write(name: str, text: str):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    yield write
    points.marks_of.cache_clear()


def test_marks_need_a_reason():
    text = "a\nb /* coverage: leave out: cannot be */\nc // coverage: leave out: nor this\n"
    assert points.marks_in(text, "x.c") == Marks({2: "cannot be", 3: "nor this"})
    assert points.marks_in("a\n// coverage: leave out 2 lines: no\nb\nc\nd\n", "x") == Marks({3: "no", 4: "no"})
    assert points.marks_in("# coverage: leave out file: not here\n", "x.S") == Marks({}, "not here")
    assert points.marks_in("'coverage: leave out file: in a text'\n", "x.py") == Marks({})
    for bad in ("x; // coverage: leave out:", "/* coverage: leave out: */"):
        with pytest.raises(VambraceError, match=r"x\.c:1: .*no reason"):
            points.marks_in(bad, "x.c")


def test_excluded_lines_are_counted_and_must_not_be_reached():
    hits = of("lines", {("f", 1): 4, ("f", 2): 0, ("f", 3): 0, ("f", 4): 9}).hits["lines"]["f"]
    actual = points.share("f", hits, Marks({3: "reason", 4: "wrong"}))
    assert (actual.total, actual.reached, actual.left_out, actual.percent) == (2, 1, 2, 50)
    assert actual.missing == (2,) and actual.stale == (4,)
    full = points.share("f", hits, Marks({}, "reason"))
    assert (full.total, full.left_out, full.percent) == (0, 4, 100) and full.stale == (1, 4)


def test_hits_of_several_builds_add_up():
    created = of("lines", {("f", 1): 0})
    created.add("lines", "f", 1, 2)
    assert points.share("f", created.hits["lines"]["f"], Marks({})).reached == 1
    assert points.ranges([1, 2, 3, 7, 9, 10]) == "1-3, 7, 9-10"


C = """int f(int x);
int f(int x)
{
    if (x > 3 && x < 9) {
        return 1;
    }
    return 2;
}
"""


def test_gcov_of_a_tiny_library(tmp_path, sources):
    source = sources("lib/src/tiny.c", C)
    main = sources("main.c", "int f(int x);\nint main(void) { return f(12) + f(1) - 4; }\n")
    flags = [flag for flag in library.FLAGS if flag != "-std=c99"]
    tools.run(["gcc", *flags, "-c", str(source), "-o", "tiny.o"], cwd=tmp_path)
    tools.run(["gcc", "--coverage", str(main), "tiny.o", "-o", "program"], cwd=tmp_path)
    tools.run([str(tmp_path / "program")], cwd=tmp_path)
    actual = Points()
    for report in library.read(tmp_path):
        library.add(actual, report)
    (lines,) = points.shares(actual, "lines")
    assert (lines.file, lines.total, lines.reached, lines.missing) == ("lib/src/tiny.c", 4, 3, (5,))
    (branches,) = points.shares(actual, "branches")
    assert (branches.total, branches.reached, branches.missing) == (4, 3, (4,))


OBJDUMP = """
Disassembly of section .text.one:

00000000 <one>:
one():
{root}/lib/src/x.S:12
   0:\t0f0e4e13          \txor\tt3,t3,240
   4:\t8dbd                \txor\ta1,a1,a5
{root}/lib/src/x.S:14
   6:\t0001                \tnop
   8:\t8082                \tret

Disassembly of section .text.two:

00000000 <two>:
{root}/lib/src/x.S:20
   0:\t8082                \tret
"""

MAP = """Linker script and memory map

.text.library   0x80000100       0x20
 .text.one      0x80000110        0xa libvambrace.a(x_x.o)
 .text.a_name_that_is_long
                0x80000120        0x2 libvambrace.a(x_x.o)
"""


def test_instructions_are_those_of_the_code(monkeypatch, tmp_path, sources):
    sources("lib/src/x.S", "")
    text = OBJDUMP.replace("{root}", "/vambrace")
    parsed = assembly.parse(text)
    assert [(i.section, i.offset, i.line) for i in parsed] == [
        (".text.one", 0, 12),
        (".text.one", 4, 12),
        (".text.one", 8, 14),
        (".text.two", 0, 20),
    ]
    other = assembly.parse(text.replace("8dbd", "8dbf"))
    assert {i.code for i in other} & {i.code for i in parsed} == {parsed[-1].code}  # the other section is the same
    with pytest.raises(VambraceError, match="no project source"):
        assembly.parse(text.replace("/vambrace", "/elsewhere"))

    class Program:
        map = sources("program.map", MAP)

    objects = {"x_x.o": tmp_path / "x.o"}
    monkeypatch.setattr(assembly, "instructions", lambda _: tuple(parsed))
    actual = Points()
    other = {"y_y.o": tmp_path / "y.o"}
    hits = assembly.Counter({0x80000110: 5, 0x80000118: 1, 0x80000100: 3})
    assert assembly.add(actual, Program, objects | other, hits) == {"x_x.o"}
    (first,) = points.shares(actual, "instructions")
    assert (first.total, first.reached, first.missing) == (4, 2, (12, 20))


def test_objects_name_their_sources_wherever_the_checkout_is(monkeypatch, tmp_path):
    """Two checkouts share their objects, whose keys do not contain their locations."""
    results = []
    for place in ("one", "two"):
        source = tmp_path / place / "lib" / "src" / "x.S"
        source.parent.mkdir(parents=True)
        source.write_text("    .globl one\none:\n    add a0, a0, a1\n    ret\n")
        for module in (assembly, program, store):
            monkeypatch.setattr(module, "root", lambda place=place: tmp_path / place)
        monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
        flags = assembly._flags()
        (created,) = program.compile_objects([source], flags)
        assert str(tmp_path).encode() not in created.read_bytes()
        assembly.instructions.cache_clear()
        results.append((program.object_key(source, flags), [(i.file, i.line) for i in assembly.instructions(created)]))
    assert results[0] == results[1] and results[0][1] == [("lib/src/x.S", 3), ("lib/src/x.S", 4)]


def test_places_of_sections():
    results = [(p.object, p.section, p.address, p.size) for p in linker_map.places(MAP)]
    assert results == [("x_x.o", ".text.one", 0x80000110, 10), ("x_x.o", ".text.a_name_that_is_long", 0x80000120, 2)]


def verilated(hits: int, **fields: str) -> str:
    return "C '" + "".join(f"\x01{name}\x02{value}" for name, value in fields.items()) + f"' {hits}\n"


def test_verilators_counts(tmp_path, sources):
    sources("rtl/x/a.sv", "")
    mine, other = str(tmp_path / "rtl" / "x" / "a.sv"), str(tmp_path / "soc" / "b.sv")
    text = "# SystemC::Coverage-3\n"
    text += verilated(3, f=mine, l="5", n="1", t="line", page="v_line/a", o="block", S="5-6,9", h="TOP.a")
    text += verilated(0, f=mine, l="7", n="2", t="branch", page="v_branch/a", o="if", S="8", h="TOP.a")
    text += verilated(1, f=mine, l="7", n="3", t="branch", page="v_branch/a", o="else", h="TOP.a")
    text += verilated(0, f=mine, l="3", n="4", t="toggle", page="v_toggle/a", o="q[0]:0->1", h="TOP.a.u")
    text += verilated(2, f=mine, l="3", n="4", t="toggle", page="v_toggle/a", o="q[0]:0->1", h="TOP.a.v")
    text += verilated(0, f=mine, l="3", n="4", t="toggle", page="v_toggle/a", o="q[0]:1->0", h="TOP.a.u")
    text += verilated(0, f=other, l="3", n="4", t="line", page="v_line/b", o="block", S="3", h="TOP.b")
    actual = Points()
    rtl.add(actual, text)
    shares = {kind: points.shares(actual, kind) for kind in actual.kinds()}
    assert {kind: [(s.file, s.total, s.reached) for s in every] for kind, every in shares.items()} == {
        "lines": [("rtl/x/a.sv", 4, 3)],
        "branches": [("rtl/x/a.sv", 2, 1)],
        "toggles": [("rtl/x/a.sv", 2, 1)],
    }
    assert shares["lines"][0].missing == (8,)


def test_pythons_lines(sources):
    sources("src/vambrace/x.py", "")
    actual = Points()
    python.add(actual, {"files": {"src/vambrace/x.py": {"executed_lines": [1, 2, 5], "missing_lines": [6]}}})
    (first,) = points.shares(actual, "lines")
    assert (first.file, first.total, first.reached, first.missing) == ("src/vambrace/x.py", 4, 3, (6,))


@pytest.fixture
def two_files(sources):
    """100 lines of good.c, and 20 of bad.c of which two are not reached."""
    sources("lib/good.c", "\n" * 100)
    sources("lib/bad.c", "\n" * 20)
    good = {("lib/good.c", line): 1 for line in range(1, 101)}
    return of("lines", good | {("lib/bad.c", line): int(line not in (7, 8)) for line in range(1, 21)})


@pytest.mark.parametrize(
    ("least", "words"),
    [
        (judge.Bounds({"lines": 98.0}, {"lib/bad.c": 90.0}), []),
        (judge.Bounds({"lines": 98.0}), ["90.0 % of lines, 95.0 % demanded: lib/bad.c: lines 7-8"]),
        (
            judge.Bounds({"lines": 99.0}, {"lib/bad.c": 90.0}),
            ["98.33 % of lines reached, 99.0 % demanded", "lines 7-8"],
        ),
        (judge.Bounds({"lines": 98.0, "toggles": 1.0}, {"lib/bad.c": 90.0}), ["nothing was counted in toggles"]),
    ],
    ids=["enough", "a file", "the sum", "a kind"],
)
def test_missing_coverage_is_named(two_files, least, words):
    actual = judge.complaints("library", two_files, least)
    assert len(actual) == len(words) and all(word in text for word, text in zip(words, actual, strict=True)), actual


def test_a_file_that_nothing_reaches_is_an_error(sources):
    """Unless configs/coverage.toml has a reason, which must be right."""
    for name in ("some", "none", "lacks"):
        sources(f"rtl/{name}.sv", "\n")
    created = of("lines", {("rtl/some.sv", 1): 1})
    created.add("toggles", "rtl/none.sv", 1, 0)
    created.not_reached_of(["rtl/some.sv", "rtl/none.sv", "rtl/lacks.sv"])
    assert created.unreached == ["rtl/lacks.sv", "rtl/none.sv"]
    actual = judge.complaints("rtl", created, judge.Bounds({"lines": 95.0}))
    assert actual == ["rtl: nothing of rtl/lacks.sv is reached", "rtl: nothing of rtl/none.sv is reached"]
    known = dict.fromkeys(created.unreached, "a package")
    assert judge.complaints("rtl", created, judge.Bounds({"lines": 95.0}, {}, known)) == []
    actual = judge.complaints("rtl", created, judge.Bounds({"lines": 95.0}, {}, known | {"rtl/some.sv": "a package"}))
    assert actual == ["rtl: according to configs/coverage.toml nothing of rtl/some.sv is reached"]


def test_exceptions_are_sources_and_have_reasons(sources):
    """Those of the checkout; those of a made-up one without a reason are refused."""
    for what in ("library", "assembly", "rtl"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(judge, "root", root)
            assert all((root() / name).is_file() for name in judge.bounds(what).unreached), what
    config = sources("configs/coverage.toml", '[rtl]\nlines = 95.0\n[rtl.unreached]\n"rtl/x.sv" = " "\n')
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judge, "root", lambda: config.parents[1])
        with pytest.raises(VambraceError, match=r"no reason for rtl/x\.sv"):
            judge.bounds("rtl")


def test_the_help_describes_each_kind():
    shown = CliRunner().invoke(command.test, ["coverage", "--help"]).stdout
    assert (
        "  rtl       lines, branches and toggles of rtl/, in the tests of the modules\n" in shown
        and "{kinds}" not in shown
    )


def test_a_mark_that_is_out_of_date_is_an_error(sources):
    sources("lib/x.c", "a /* coverage: leave out: cannot be */\n")
    actual = judge.complaints("library", of("lines", {("lib/x.c", 1): 1}), judge.Bounds({"lines": 0.0}))
    assert "lib/x.c: excluded from coverage, but reached: line 1" in actual


def test_the_command_names_files_and_lines_that_lack(monkeypatch, tmp_path, two_files):
    monkeypatch.setattr(library, "measure", lambda: two_files)
    monkeypatch.setattr(judge, "bounds", lambda _: judge.Bounds({"lines": 98.0}))
    file = tmp_path / "found.json"
    done = CliRunner().invoke(
        command.test, ["coverage", "library", "--list-missing", "--markdown", "--json", str(file)]
    )
    assert isinstance(done.exception, VambraceError) and done.exception.exit_code == 1
    assert "lib/bad.c: lines 7-8" in str(done.exception)
    assert "| library | lines | 118 | 120 | 98.33 | 0 | 2 |" in done.output and "  lib/bad.c: lines 7-8" in done.output
    content = json.loads(file.read_text())["library"]["lines"]
    assert content["all"]["reached"] == 118 and content["files"]["lib/bad.c"]["missing"] == [7, 8]


def test_bounds_are_at_least_95_percent_of_lines():
    for what, first in (("library", "lines"), ("assembly", "instructions"), ("rtl", "lines"), ("python", "lines")):
        assert judge.bounds(what).kinds[first] >= 95, what
    assert judge.bounds("rtl").kinds["toggles"] >= 95
    with pytest.raises(VambraceError, match="no bounds for soc"):
        judge.bounds("soc")
