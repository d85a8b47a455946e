# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""tests.docs.refresh: afterwards a document agrees with the output of its commands; everything else is unchanged."""

import pytest
from click.testing import CliRunner

from tests.docs import documents as docs
from tests.docs import refresh, rewrite, scratch, steps

#: Output of a command: two tables with the same columns, and one with others.
PRINTED = """Sealing

| name | kGE | core over bare | F7 |
| :-- | --: | --: | --: |
| none | 33.00 |  | 6 |
| zkned | 34.12 | -2.5 % | 52 |

Opening

| name | kGE | core over bare | F7 |
| :-- | --: | --: | --: |
| none | 43.00 |  | 6 |
| zkned | 44.12 | +2.5 % | 1,052 |

| block | ns |
| :-- | --: |
| zkned | 3.00 |
"""

DOCUMENT = """# A document

<!-- before: cp ../printed . -->
<!-- varies: 7 -->
```console
$ cat five.txt
5 is five
$ echo 8 is   not 7; echo end  # why
9 is not 7
finish
$ printf ''
```

<!-- printed by: cat printed -->

| name | kGE | core over bare | F7 |
| :-- | --: | --: | --: |
| none | 43.00 |  | 6 |
| zkned | 44.00 | +2.4 % | 1,051 |

Text | with a bar: 44.00 kGE, 33.00 without.

<!-- figures of: tail -n 3 printed; ns, taken -->
| unit | ns | taken | note |
| :-- | --: | --: | --: |
| `zkned`, both directions | about 2.90 ns | 3.00 | 2.90 |
| zbkb: rotates | 3.00 | | 2.90 |
| zbkc | 2.90 | | 2.90 |

<!-- figures of: head -n 6 printed; over bare, MUXF7 -->
| unit | over bare | MUXF7 |
| :-- | --: | --: |
| none | | 5 |
| zkned | +2.4 % | 52 |

`ls -x`, `vambrace bench [POINT]`.
"""

REFRESHED = (
    DOCUMENT.replace("9 is not 7\nfinish", "8 is not 7\nend")
    .replace("44.00 | +2.4 % | 1,051", "44.12 | +2.5 % | 1,052")
    .replace("about 2.90 ns | 3.00 |", "about 3.00 ns | 3.00 |")
    .replace("| none | | 5 |\n| zkned | +2.4 % |", "| none | | 6 |\n| zkned | -2.5 % |")
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of documents; temporary folders are in it."""
    for module in (docs, refresh):
        monkeypatch.setattr(module, "root", lambda: tmp_path)
    monkeypatch.setattr(refresh.tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(steps, "PAPERS", tmp_path / "papers")
    return tmp_path


@pytest.fixture
def document(folder) -> docs.Document:
    (folder / "d.md").write_text(DOCUMENT.replace("../printed", str(folder / "printed")))
    (folder / "printed").write_text(PRINTED)
    return docs.read(folder / "d.md")


def commands(document: docs.Document) -> list[str]:
    return refresh.Choice().of(document)


def test_a_document_is_brought_up_to_date(document, folder, capsys):
    (folder / "docs").mkdir()
    (folder / "docs" / "o.md").write_text("# 33.00 and 144.00\nnow 44.00\n")
    assert refresh.refresh(document, commands(document)) == 1
    text = document.path.read_text()
    assert text.replace(str(folder / "printed"), "../printed") == REFRESHED
    out = capsys.readouterr().out.splitlines()
    assert "d.md:19: zkned: 44.00 → 44.12; +2.4 % → +2.5 %; 1,051 → 1,052" in out
    assert "d.md:26: `zkned`, both directions: about 2.90 ns → about 3.00 ns" in out
    assert "d.md:9: 9 is not 7 → 8 is not 7" in out and "d.md:10: finish → end" in out
    (unplaced,) = [line for line in out if "done by hand" in line]
    assert unplaced == "d.md:24: to be done by hand: zbkc, ns: 2.90 is not printed"
    checked = [line for line in out if "checked by hand" in line]
    assert checked == ["docs/o.md:2: to be checked by hand: now 44.00"]
    assert len(out) == 8


def test_refreshed_documents_pass_the_tests(document, folder):
    """According to the tests' comparison everything is stale before, and only the reported items are stale after."""
    stale = []
    for _ in range(2):
        scratch_folder = scratch.prepare(document, folder / f"made{len(stale)}")
        results = []
        for step in steps.steps(docs.read(document.path)):
            printed = scratch.output(step.command, scratch_folder)
            results += rewrite.change(step, printed).stale
        stale.append(results)
        refresh.refresh(document, commands(document))
    assert stale[0][0] == "9: 9 is not 7 → 8 is not 7" and len(stale[0]) == 7
    assert stale[1] == ["zbkc, ns: 2.90 is not printed"]


def test_a_figure_of_a_paragraph_that_is_gone_is_left_to_a_person(document):
    document.path.write_text("<!-- says: echo 9 and 7; 8; 7 -->\nIt takes 8 cycles, or 7.\n")
    (step,) = steps.steps(docs.read(document.path))
    change = rewrite.change(step, "9 and 7\n")
    assert step.is_stated and change.edits == [] and change.unplaced == ["8 is not printed"]


def test_refreshing_twice_changes_nothing(document):
    refresh.refresh(document, commands(document))
    text, when = document.path.read_text(), document.path.stat().st_mtime_ns
    refresh.refresh(document, commands(document))
    assert document.path.read_text() == text and document.path.stat().st_mtime_ns == when


def test_ctrl_c_loses_only_the_command_that_runs(document, monkeypatch):
    def output(command, folder, follow):
        if command.text.startswith("tail"):
            raise KeyboardInterrupt
        return run(command, folder)

    run = scratch.output
    monkeypatch.setattr(scratch, "output", output)
    with pytest.raises(KeyboardInterrupt):
        refresh.refresh(document, commands(document))
    text = document.path.read_text()
    assert "| zkned | 44.12 | +2.5 % | 1,052 |" in text and "about 2.90 ns" in text
    assert sorted(p.name for p in document.path.parent.iterdir()) == ["d.md", "printed"]


def test_a_command_that_fails_changes_nothing(document, capfd):
    text = document.path.read_text().replace("tail -n 3 printed", "echo broken >&2; false")
    document.path.write_text(text)
    read = docs.read(document.path)
    assert refresh.refresh(read, [c for c in commands(read) if "false" in c]) == 1
    assert document.path.read_text() == text and "broken" in capfd.readouterr().err


def test_words_that_vary_among_others_are_left_to_a_person(document):
    step = next(s for s in steps.steps(document) if s.command.text.startswith("echo"))
    change = rewrite.change(step, "8 is certainly not 9\n")
    assert [e.new for e in change.edits] == [["8 is certainly not 9"]] and len(change.unplaced) == 1


def test_an_ambiguous_row_is_not_rewritten(document):
    table = docs.Table(
        docs.Command("cat printed", 1), ["| unit | kGE |", "| :-- | --: |", "| zkned | 34.00 |"], ["kGE"]
    )
    change = rewrite.change(steps.Step(table.command, figures=[table]), PRINTED)
    assert change.edits == [] and change.unplaced == ["zkned, kGE: 34.00 is not printed"]


def test_a_figure_that_remains_in_its_line_is_not_missing():
    change = rewrite.Change([rewrite.Edit(1, ["| aes-128 | 11.75 | 393 |"], ["| aes-128 | 11.60 | 393 |"])])
    assert change.gone("| aes | 11.60 |") == {"11.75"}


def test_edits_do_not_move_each_other():
    change = rewrite.Change([rewrite.Edit(1, ["a"], ["a", "a"]), rewrite.Edit(3, ["c"], ["d"])])
    assert change.of("a\nb\nc\n") == "a\na\nb\nd\n"


def test_a_table_with_other_columns_is_left_to_a_person(document):
    (table,) = document.printed
    change = rewrite.change(steps.Step(table.command, lines=[table]), PRINTED.replace("F7", "MUXF7"))
    assert change.edits == [] and change.unplaced == [
        "no table with the columns name, kGE, core over bare, F7 is printed"
    ]


def test_a_text_that_changed_meanwhile_is_not_overwritten(document):
    (table,) = document.printed
    change = rewrite.change(steps.Step(table.command, lines=[table]), PRINTED)
    with pytest.raises(AssertionError):
        change.of(document.path.read_text().replace("44.00", "45.00"))


def test_a_page_is_written_whole(folder, monkeypatch, capsys):
    monkeypatch.setattr(steps, "page_command", lambda page: f"echo '# {page.path.stem}'; echo new")
    (folder / "papers").mkdir()
    path = folder / "papers" / "p.md"
    path.write_text("# p\nold\nmore\n")
    page = docs.read(path)
    assert refresh.refresh(page, commands(page)) == 0 and path.read_text() == "# p\nnew\n"
    assert capsys.readouterr().out.splitlines()[0] == "papers/p.md:2: old → new"


def test_a_column_of_the_papers_programs_is_not_lost(folder, monkeypatch, capsys):
    monkeypatch.setattr(steps, "page_command", lambda page: "echo '# p'")
    (folder / "papers").mkdir()
    path = folder / "papers" / "p.md"
    path.write_text("# p\n- theirs here: the program\n")
    page = docs.read(path)
    assert refresh.refresh(page, commands(page)) == 1 and "theirs here" in path.read_text()
    assert "vambrace paper p --programs DIR" in capsys.readouterr().err


def test_a_picture_is_copied(folder, capsys):
    (folder / "d.md").write_text("`make --version > docs/user/a.svg; echo > docs/user/b.svg`\n")
    (folder / "docs" / "user").mkdir(parents=True)
    (folder / "docs" / "user" / "a.svg").write_text("old")
    document = docs.read(folder / "d.md")
    assert refresh.refresh(document, commands(document)) == 0
    assert [p.name for p in (folder / "docs" / "user").iterdir()] == ["a.svg"]
    assert "Make" in (folder / "docs" / "user" / "a.svg").read_text()
    assert capsys.readouterr().out == "docs/user/a.svg: rewritten; look at it\n"


def test_the_commands_that_run(document):
    stated = ["cat five.txt", "echo 8 is   not 7; echo end", "cat printed", "tail -n 3 printed", "head -n 6 printed"]
    assert commands(document) == stated
    assert refresh.Choice(every=True).of(document) == [*stated[:2], "printf ''", *stated[2:]]
    assert refresh.Choice(only="printed").of(document) == stated[2:]


def test_the_command_line():
    def called(*arguments: str):
        return CliRunner().invoke(refresh.main, arguments)

    done = called("--list")
    assert done.exit_code == 0 and "docs/user/memory.md\n  vambrace memory ibex-ref" in done.output
    assert "lascas2024" in done.output and "facv2022" not in done.output
    readme = str(steps.root() / "README.md")
    listed = "README.md\n  vambrace bench ibex-ref --markdown\n  vambrace area 'ibex-ref/*' --markdown\n"
    assert called("--list", readme).output == listed
    assert "facv2022" in called("--list", str(steps.PAPERS / "facv2022.md")).output
    done = called(str(steps.root() / "CHANGELOG.md"))
    assert done.exit_code == 2 and "neither README.md nor in docs/user" in done.output
