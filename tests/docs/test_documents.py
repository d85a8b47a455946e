# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The documents' commands: each is one that the command line takes, and those that measure nothing are run here. The
others run in test_documents_run.py."""

import io
import os
import re
import shlex
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import click
import pytest

from tests.called import called
from tests.docs import documents as docs
from tests.docs import scratch, steps, unmarked
from vambrace.base.paths import root
from vambrace.cli import main as cli

DOCUMENTS = docs.documents()
EVERY = [pytest.param(d, c, id=f"{d.name}:{c.line}:{c.text}") for d in DOCUMENTS for c in d.commands]
OURS = [p for p in EVERY if p.values[1].text.startswith("vambrace ")]
CONCRETE = [p for p in OURS if not p.values[1].is_usage]

#: The commands that are not run, by document: each is named, with the reason, in the document itself.
LEFT_OUT = {
    "README.md": 5, "docs/user/engine-in-your-soc.md": 7, "docs/user/instructions-in-your-ibex.md": 6,
    "docs/user/cluster.md": 6, "docs/user/compare.md": 3,
    "docs/user/acvp.md": 3, "docs/user/area.md": 1, "docs/user/ascon64.md": 1, "docs/user/energy.md": 2,
    "docs/user/boards.md": 6,
    "docs/user/faults.md": 6, "docs/user/fpga.md": 3,
    "docs/user/latency.md": 1, "docs/user/library.md": 3, "docs/user/os.md": 19, "docs/user/os-guide.md": 2,
    "docs/user/papers.md": 1, "docs/user/psa.md": 3, "docs/user/report.md": 3,
    "docs/user/timing.md": 1,
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A folder with the files that commands read, all except one of them empty."""
    scratch_folder = scratch.make(tmp_path_factory.mktemp("documents"))
    for name in ("packet.elf", "leak.elf", "hello.c", "bench.json", "energy.json", "area.json"):
        (scratch_folder / name).touch()
    return scratch_folder


@pytest.fixture(autouse=True)
def in_the_folder(folder, monkeypatch):
    monkeypatch.chdir(folder)


def test_all_documents_are_read():
    assert len(DOCUMENTS) >= 21 and len(EVERY) >= 110 and len(CONCRETE) >= 80
    assert sum(len(d.blocks) for d in DOCUMENTS) >= 29 and sum(len(d.printed) for d in DOCUMENTS) >= 1


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda d: d.name)
def test_every_block_has_a_kind(document):
    for block in document.blocks:
        assert block.language in docs.LANGUAGES, f"{document.name}:{block.line}"
        assert bool(block.commands) == (block.language in ("sh", "console")), f"{document.name}:{block.line}"


def test_figures_are_compared_or_say_why_not():
    """The comparison with the papers is tested by test_papers_page.py."""
    own = [d for d in DOCUMENTS if not d.name.startswith("docs/user/papers")]
    for unmarked_in in (unmarked.blocks, unmarked.tables, unmarked.paragraphs):
        assert {d.name: actual for d in own if (actual := unmarked_in(d))} == {}
    tests = {t for d in own for why in d.uncompared.values() for t in re.findall(r"tests/\S+\.py", why)}
    assert tests and all((root() / test).is_file() for test in tests)


def test_unmarked_figures_are_found(made_up):
    table = "| a | b |\n| :-- | --: |\n| 3 | 4.5x |\n\n"
    excused, said = "<!-- not compared: old -->\n", "<!-- says: echo 9; 9 -->\nNow 9 kGE\nof 8 words.\n\n"
    made_up.path.write_text(
        f"It takes 1,234 cycles.\n\n{excused}It took 7 % more.\n\n{said}"
        f"```text\n$ ls\n```\n\n{table}{excused}{table}In 32 bits, no figure.\n"
    )
    document = docs.read(made_up.path)
    assert (unmarked.paragraphs(document), unmarked.blocks(document), unmarked.tables(document)) == ([1], [10], [14])
    (said,) = document.said
    assert (said.command.text, said.command.line, said.figures) == ("echo 9", 7, ["9"])
    made_up.path.write_text("<!-- says: echo 9; 8 -->\nNow 9 kGE.\n")
    with pytest.raises(AssertionError, match="does not have 8"):
        docs.read(made_up.path)


def test_commands_that_are_not_run_have_a_reason():
    """Every annotation belongs to an existing command, and the number of annotated commands is fixed."""
    for document in DOCUMENTS:
        for prefix, why in document.left_out:
            assert why and any(c.text.startswith(prefix) for c in document.commands), (document.name, prefix)
    left = {d.name: sum(d.reason(c) is not None for c in d.commands) for d in DOCUMENTS}
    assert {name: n for name, n in left.items() if n} == LEFT_OUT


def taken(words: list[str], command: click.Command = cli.main) -> click.Context:
    """Parse words as the command line does, without executing anything."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        context = command.make_context("vambrace", words)
    while isinstance(context.command, click.Group):
        name, other, rest = context.command.resolve_command(context, [*context._protected_args, *context.args])
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            context = other.make_context(name, rest, parent=context)
    return context


@pytest.mark.parametrize(("document", "command"), CONCRETE)
def test_the_command_line_accepts_documented_commands(document, command):
    words = shlex.split(re.split(r" \| |;| && ", command.text)[0])[1:]
    try:
        taken(words)
    except click.exceptions.Exit as end:
        assert end.exit_code == 0
    except click.MissingParameter:
        assert command.is_name
    except click.exceptions.NoArgsIsHelpError:
        assert command.is_name


@pytest.mark.parametrize(("document", "command"), [p for p in OURS if p.values[1].is_usage])
def test_a_usage_has_only_existing_options(document, command):
    words = command.text.replace("[", " ").replace("]", " ").split()[1:]
    at: click.Command = cli.main
    while isinstance(at, click.Group) and words and words[0] in at.commands:
        at = at.commands[words.pop(0)]
    assert at is not cli.main
    known = {o for p in at.params for o in p.opts}
    assert {w for w in words if w.startswith("-")} <= known


@pytest.mark.parametrize(("document", "command"), [p for p in OURS if steps.is_quick(p.values[1])])
def test_commands_that_measure_nothing_run(document, command):
    done = called(*shlex.split(command.text)[1:])
    assert done.returncode == 0 and done.stdout.strip(), done.stderr
    if command.output:
        assert scratch.alike("\n".join(command.output), done.stdout, [])


DOCUMENT = """# A document

<!-- not run: `vambrace area`: takes minutes -->
<!-- before: touch made -->
`vambrace points`, and `vambrace bench
ibex-ref -s ipv6`; `other words`.

| `vambrace study ciphers`, `ascon64` | `vambrace bench [POINT]...` |

```sh
vambrace area a b  # a comment
ls \\
    made
```

<!-- varies: 7 -->
```console
$ cat five.txt
5 is five
$ cat five.txt; echo 8
5 is five
7
```

<!-- printed by: printf '| a | b |\\n|  c | d|\\n' -->

| a | b |
| c | d |
| e | f |

<!-- figures of: echo 1,234 5.6; x, z -->
| w | x | y | z |
| :-- | --: | --: | --: |
| 9 | 1,234 | 7 | +5.6 % |
| 9 | | 7 | 8 kGE |
"""


@pytest.fixture
def made_up(tmp_path, monkeypatch) -> docs.Document:
    monkeypatch.setattr(docs, "root", lambda: tmp_path)
    (tmp_path / "d.md").write_text(DOCUMENT)
    return docs.read(tmp_path / "d.md")


def test_reading_a_document(made_up):
    assert [c.text for c in made_up.inline] == [
        "vambrace points",
        "vambrace bench ibex-ref -s ipv6",
        "vambrace study ciphers",
        "vambrace study ascon64",
        "vambrace bench [POINT]...",
    ]
    assert [c.line for c in made_up.inline] == [5, 5, 8, 8, 8]
    assert [c.text for c in made_up.blocks[0].commands] == ["vambrace area a b", "ls made"]
    assert [made_up.reason(c) for c in made_up.blocks[0].commands] == ["takes minutes", None]
    assert made_up.blocks[1].commands[1].output == ["5 is five", "7"] and made_up.blocks[1].varies == ["7"]
    assert made_up.figures[0].figures == ["1,234", "5.6", "8"] and made_up.figures[0].command.line == 32
    (table,) = made_up.printed
    assert table.lines == ["| a | b |", "| c | d |", "| e | f |"] and table.command.text.startswith("printf")


def test_running_a_document(made_up, tmp_path):
    """Output is compared: a word that is not marked as varying, or a line that is not printed, is detected."""
    folder = scratch.prepare(made_up, tmp_path / "scratch")
    listing, (cat, both) = made_up.blocks[0].commands[1], made_up.blocks[1].commands
    scratch.check(listing, None, folder)
    os.remove(folder / "made")
    with pytest.raises(AssertionError):
        scratch.check(listing, None, folder)
    scratch.check(cat, made_up.blocks[1], folder)
    scratch.check(both, made_up.blocks[1], folder)
    with pytest.raises(AssertionError):
        scratch.check(both, None, folder)
    (table,) = made_up.figures
    assert scratch.unprinted(table.figures, scratch.run(table.command.text, folder).stdout) == ["8"]
    (table,) = made_up.printed
    assert scratch.missing(table.lines, scratch.run(table.command.text, folder).stdout) == ["| c | d |", "| e | f |"]
