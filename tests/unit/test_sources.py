# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Keys ignore comments, and nothing else."""

import subprocess
from pathlib import Path

import pytest

from tests import ran
from vambrace.base import code, sources, store
from vambrace.base.paths import root
from vambrace.base.sources import python, without_comments
from vambrace.results import inputs
from vambrace.software.toolchain import includes

SV = """module m;  // one
  /* two
     lines */
  logic [7:0] a; /* here */ logic b;
  assign a = 8'hff;  // it's "quoted
endmodule
"""
SV_EDITED = """module m;  // another, longer comment
  /* other
     words */
  logic [7:0] a; /* HERE */ logic b;
  assign a = 8'hff;
endmodule
"""
SV_SHORTER = """module m;
  logic [7:0] a; /* there, on the left */ logic b;

  assign a = 8'hff;
endmodule
"""


def same(name: str, one: str, other: str, lines: bool = True) -> bool:
    return without_comments(name, one.encode(), lines) == without_comments(name, other.encode(), lines)


def test_comments_do_not_count():
    assert same("m.sv", SV, SV_EDITED)
    assert not same("m.sv", SV, SV_SHORTER) and same("m.sv", SV, SV_SHORTER, lines=False)
    assert same("m.c", "int a; // it's\n/* \"a */ int b;", "int a; //\n/* bc */ int b;")


def test_lines_and_columns_do_not_change():
    for text in (SV, SV_EDITED):
        short = without_comments("m.sv", text.encode()).decode().split("\n")
        for number, line in enumerate(text.split("\n")):
            for word in ("module", "logic [", "logic b", "assign", "endmodule"):
                assert line.find(word) == short[number].find(word)


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("m.sv", SV, SV.replace("ff", "fe")),
        ("m.sv", 'string s = "// a";', 'string s = "// b";'),
        ("m.c", 'char *s = "/* a */";', 'char *s = "/* b */";'),
        ("m.c", r'char *s = "\"// a";', r'char *s = "\"// b";'),
        ("m.c", r"int c = '\''; char *s = \"// a\";", r"int c = '\''; char *s = \"// b\";"),
        ("m.c", 'int c = \'"\'; // a\nchar *s = "// a";', 'int c = \'"\'; // a\nchar *s = "// b";'),
        ("m.cpp", 'int n = 1\'000; auto s = "// a";', 'int n = 1\'000; auto s = "// b";'),
        ("m.cpp", 'auto s = R"(" // a)";', 'auto s = R"(" // b)";'),
        ("m.c", "x; // a \\\n int a;", "x; // a \\\n int b;"),
        ("m.c", "#define X a \\\n\nb", "#define X a \\\nb"),
        ("m.c", "#define X a /* */ b", "#define X a\n/* */ b"),
        ("m.c", "#define X a/* */b", "#define X ab"),
        ("m.c", "#include <a//b.h>", "#include <a//c.h>"),
        ("m.c", "x; /* clang-format off */", "x; /* clang-format on */"),
        ("m.c", "/*@ assert a < 4; */ x;", "/*@ assert a < 5; */ x;"),
        ("m.sv", "x; // verilator lint_off A", "x; // verilator lint_off B"),
        ("m.sv", "x; /* synthesis keep */", "x; /* synthesis none */"),
        ("m.sv", '`define Q(x) `"x // a`"', '`define Q(x) `"x // b`"'),
        ("m.sv", "wire \\a//b ;", "wire \\a//c ;"),
        ("m.sv", "`define X a \\\n  /* b */ \\\n  c", "`define X a \\\n  /* b */\n  c"),
        ("m.S", "# it is a // comment", "# it is a // command"),
        ("m.c", "x; /* open", "x; /* closed"),
    ],
)
@pytest.mark.parametrize("lines", [True, False])
def test_everything_else_counts(name, one, other, lines):
    assert one != other and not same(name, one, other, lines)


def files(*patterns: str) -> list[Path]:
    return [path for pattern in patterns for path in sorted(root().glob(pattern))]


def test_the_preprocessor_agrees_on_c():
    """All our C, as gcc reads it with and without comments: the same tokens in the same lines."""
    every = files("lib/**/*.[ch]", "firmware/*.[ch]", "soc/**/*.[ch]*")
    assert len(every) > 200
    command = ["gcc", "-x", "c++", "-fpreprocessed", "-E", "-"]

    def read(lines: bool | None, *more: str) -> bytes:
        texts = [p.read_bytes() if lines is None else without_comments(p.name, p.read_bytes(), lines) for p in every]
        no_directives = b"\n".join(texts).replace(b"#", b"@")
        return subprocess.run([*command, *more], input=no_directives, capture_output=True, check=True).stdout

    assert read(None) == read(True) and read(None, "-P") == read(False, "-P")


def test_verilator_agrees_on_systemverilog(tmp_path):
    """All our RTL, as Verilator's preprocessor reads it with and without comments."""
    every = files("rtl/**/*.sv", "soc/**/*.sv", "formal/*.sv")
    assert len(every) > 100

    def read(lines: bool | None) -> list[bytes]:
        target = tmp_path / f"{lines}.sv"
        texts = [p.read_bytes() if lines is None else without_comments(p.name, p.read_bytes(), lines) for p in every]
        target.write_bytes(b"\n".join(texts))
        done = ran.verilator(["-E", "-P"], [target])
        assert done.returncode == 0, done.stderr[-500:]
        return [line.rstrip() for line in done.stdout.splitlines() if line.strip()]

    assert len(read(None)) > 10_000
    assert read(None) == read(True) == read(False)


def test_python_counts_without_comments_and_docstrings():
    text = b'"""Doc."""\n\n\ndef f(x):\n    """Doc."""\n    return x  # why\n'
    assert python(text) == python(b"def f(x):\n\n    return x\n") == python(b'"""D."""\ndef f(x):\n  return (x)\n')
    others = [b"def f(x):\n    return 1\n", b"def f(y):\n    return y\n", b'def f(x):\n    return "x"\n', b""]
    assert len({python(text), *map(python, others)}) == 5
    assert python(b'def f():\n    return "# a"') != python(b'def f():\n    return "# b"')
    assert python(b'def f():\n    pass\n    "a"') != python(b'def f():\n    pass\n    "b"')


def test_keys_ignore_comments(tmp_path, monkeypatch):
    source, module = tmp_path / "a.c", tmp_path / "jobs.py"
    real = code.imports("vambrace.software.running.jobs")
    name = "vambrace.software.running.jobs"
    monkeypatch.setattr(code, "imports", lambda _: {**real, name: module})

    def now(word: str, c: str, py: str) -> tuple[str, ...]:
        source.write_text(f'/* {word} */\n#include "a.h"\nint a = {c}; // {word}\n')
        module.write_text(f'"""{word}"""\nA = {py}  # {word}\n')
        (tmp_path / "a.h").write_text(f"// {word}\n")
        inputs.forget()
        both = store.digest_files([source], comments=False), includes.digest(source, ())
        return code.digest(name), inputs.content(source), *both

    first = now("a", "1", "1")
    assert first == now("another", "1", "1")
    changed = now("a", "2", "2")
    assert all(a != b for a, b in zip(first, changed, strict=True))
    assert store.digest_files([source]) != (now("b", "2", "2") and store.digest_files([source]))
    inputs.forget()


@pytest.fixture
def parsed(tmp_path, monkeypatch):
    """Forget what this process parsed; the cache is empty."""
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
    code._parsed.cache_clear()
    yield tmp_path / "cache" / "code"
    code._parsed.cache_clear()


SOURCE = b"import json\nfrom vambrace.base import store  # a comment\n"


def test_a_source_is_parsed_once(parsed, monkeypatch):
    first = code._parsed(SOURCE)
    assert first == (sources.python(SOURCE), ["json", "vambrace.base", "vambrace.base.store"])
    code._parsed.cache_clear()
    monkeypatch.setattr(sources, "python", lambda data: pytest.fail("parsed again"))
    assert code._parsed(SOURCE) == first


@pytest.mark.parametrize("damage", [b"", b"[]", b"{}", b'{"hash": "x"}', b"\xff"])
def test_a_damaged_entry_is_replaced(parsed, damage):
    first = code._parsed(SOURCE)
    (file,) = (path for path in parsed.rglob("*") if path.is_file())
    full = file.read_bytes()
    file.write_bytes(damage)
    code._parsed.cache_clear()
    assert code._parsed(SOURCE) == first and file.read_bytes() == full


def test_another_source_or_another_version_of_the_hash_is_parsed(parsed, monkeypatch):
    code._parsed(SOURCE)
    code._parsed(SOURCE + b"x = 1\n")
    code._parsed.cache_clear()
    monkeypatch.setattr(code, "_version", lambda: "another")
    code._parsed(SOURCE)
    assert len([path for path in parsed.rglob("*") if path.is_file()]) == 3


def test_a_cache_that_cannot_be_written_costs_only_time(parsed):
    parsed.parent.mkdir()
    parsed.write_text("a file instead of the folder")
    assert code._parsed(SOURCE)[0] == sources.python(SOURCE)
