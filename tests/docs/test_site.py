# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The pages of the site before Sphinx reads them: every document is in the navigation, every link leads to a file, and
the generated reference is complete. test_site_built.py builds the site and opens it."""

from __future__ import annotations

import re
import tomllib

import click
import pytest
from click.testing import CliRunner

from tests import contracts
from vambrace.base.paths import root
from vambrace.config.instructions import extensions
from vambrace.silicon import parts
from vambrace_dev.main import main
from vambrace_dev.site import build, figures, landing, links, markdown, navigation, sources
from vambrace_dev.site.reference import GENERATORS, c_api, commands, configs, instructions, python_api, rtl
from vambrace_dev.site.reference.text import escaped

DOCUMENTS = navigation.documents()

#: Documents that are no pages: entries of the next changelog.
FRAGMENTS = "changes/"


def test_every_document_is_in_the_navigation_once():
    listed = [page.path for page in navigation.pages()]
    assert len(listed) == len(set(listed)) and len(DOCUMENTS) > 70
    written = {file for file in sources.files() if file.endswith(".md") and not file.startswith(FRAGMENTS)}
    assert written == set(DOCUMENTS)


def test_generated_pages_are_in_the_navigation():
    made = {path.removesuffix(".md") for generator in GENERATORS for path in generator.pages()}
    made |= {header.page.removesuffix(".md") for header in c_api.headers()} | {f"{c_api.FOLDER}/index"}
    listed = {page.path for page in navigation.pages() if page.path.startswith(navigation.GENERATED)}
    assert listed <= made
    folders = {path.rpartition("/")[0] for path in listed if path.endswith("/index")}
    assert all(path in listed or any(path.startswith(f"{folder}/") for folder in folders) for path in made)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_of_documents_lead_to_files(document):
    page = markdown.convert(document, (root() / document).read_text(), set(DOCUMENTS))
    assert all((root() / place).exists() for place in page.linked | page.pictures)


def test_links_of_the_first_pages_lead_to_documents():
    for path, text in landing.pages().items():
        page = markdown.convert(path, text, set(DOCUMENTS))
        assert not page.linked and page.text == text, path
        assert all(f"{card}.md" in {*DOCUMENTS, *landing.pages()} for card in re.findall(r"^:link: /(.*)$", text, re.M))


def test_a_link_to_nothing_is_found():
    with pytest.raises(ValueError, match=r"docs/user/x\.md links to \.\./no\.md, which does not exist"):
        markdown.convert("docs/user/x.md", "[a](../no.md)", set())


def test_links_lead_to_pages_of_sources():
    text = "[a](../../rtl/ise/vmb_zbkb.sv) [b](../../rtl) [c](../../rtl/engine)\n```c\n[d](e)\n```\n[`f[0]`](run.md#x)"
    page = markdown.convert("docs/user/x.md", text, {"docs/user/run.md", "rtl/engine/README.md"})
    assert page.text == (
        "[a](../../sources/rtl/ise/vmb_zbkb.sv.md) [b](../../sources/rtl/index.md) [c](../../rtl/engine/README.md)\n"
        "```c\n[d](e)\n```\n[`f[0]`](run.md#x)"
    )
    assert page.linked == {"rtl/ise/vmb_zbkb.sv", "rtl"}
    assert "module vmb_zbkb" in sources.text_of("rtl/ise/vmb_zbkb.sv")
    assert "- `engine/`" in sources.text_of("rtl")


def test_pictures_have_both_themes():
    page = markdown.convert("README.md", (root() / "README.md").read_text(), set(DOCUMENTS))
    assert "<picture>" not in page.text and page.text.count(":class: only-dark") == 2
    assert {"docs/user/cycles.svg", "docs/user/cycles-dark.svg"} <= page.pictures


def test_headlines_are_computed_from_the_tables():
    """From other rows of the same tables come other figures."""
    engine, instruction, small = figures.headlines()
    assert re.fullmatch(r"\d+x", engine.figure) and re.fullmatch(r"\d+x", instruction.figure)
    rows = {(r["algorithm"], r["extensions"]): figures.number(r["ipv6 ours"]) for r in figures.table(*figures.CYCLES)}
    assert engine.figure == f"{round(rows['aes-128-ccm', 'none'] / rows['aes-128-ccm', 'engine'])}x"
    assert instruction.figure == f"{round(rows['ascon-aead128', 'none'] / rows['ascon-aead128', 'xasconp'])}x"
    assert f"{rows['aes-128-ccm', 'none']:,} → {rows['aes-128-ccm', 'engine']:,} cycles" in engine.about
    code = next(
        r for r in figures.table(*figures.MEMORY) if (r["algorithm"], r["extensions"]) == ("ascon-aead128", "none")
    )
    assert small.figure == f"{code['code']} B" and f"{code['stack']} bytes of stack" in small.about
    assert all(h.figure in landing.pages()["index.md"] for h in (engine, instruction, small))


def test_headlines_follow_the_tables(monkeypatch):
    table = figures.table
    monkeypatch.setattr(
        figures, "table", lambda *of: [{**row, "ipv6 ours": "1,000", "code": "7"} for row in table(*of)]
    )
    assert [h.figure for h in figures.headlines()] == ["1x", "1x", "7 B"]


def test_every_command_and_option_has_its_place():
    pages = commands.pages()

    def check(command: click.Command, text: str, name: str) -> None:
        for option in command.params:
            if isinstance(option, click.Option) and not option.hidden:
                assert f"`{option.opts[0]}" in text or f", {option.opts[0]}" in text, (name, option.opts)
        if isinstance(command, click.Group):
            for inner, found in command.commands.items():
                assert found.hidden or f"# {name} {inner}\n" in text, (name, inner)
                check(found, text, f"{name} {inner}")

    for program, group in commands.PROGRAMS.items():
        for name in group.commands:
            check(group.commands[name], pages[f"{commands.FOLDER}/{program}-{name}.md"], f"{program} {name}")
            assert f"[{program} {name}]({program}-{name}.md)" in pages[f"{commands.FOLDER}/index.md"]
    assert "| 130 |" in pages[f"{commands.FOLDER}/index.md"] or "130 Ctrl-C" in pages[f"{commands.FOLDER}/index.md"]


def test_every_function_of_the_headers_has_its_place():
    """As tests/contracts.py reads them."""
    every = {header.path: header for header in c_api.headers()}
    assert set(contracts.headers()) <= set(every)
    for name, functions in contracts.headers().items():
        header = every[name]
        assert "DECLARE(" not in re.sub(r"/\*.*?\*/", "", header.text, flags=re.DOTALL), name
        for function in functions:
            if function.name.startswith("NAME_"):
                (first,) = [n for n, names in header.names.items() if n.endswith(function.name[4:])][:1]
                assert f" {first}(" in header.text and len(header.names[first]) > 1
            else:
                assert f"{function.name}(" in header.text


def test_functions_of_macros_keep_their_contracts():
    header = c_api.prepared(
        "x.h",
        "/**\n * Both.\n *\n * @fn NAME_a\n * Does a.\n * @return VMB_OK.\n"
        " *\n * @fn NAME_b\n * Does b. See NAME_a.\n */\n"
        "#define VMB_X_DECLARE(name)  \\\n    VMB_MUST_CHECK int name##_a(int x); \\\n"
        "    void name##_b(name##_key *k);\n"
        "#define VMB_ALL_DECLARE(name) \\\n    VMB_X_DECLARE(name)\n"
        "VMB_ALL_DECLARE(vmb_one)\nVMB_X_DECLARE(vmb_two)\n",
    )
    assert header.names == {"vmb_one_a": ["vmb_one_a", "vmb_two_a"], "vmb_one_b": ["vmb_one_b", "vmb_two_b"]}
    assert " * Does a.\n * @return VMB_OK.\n */\nVMB_MUST_CHECK int vmb_one_a(int x);" in header.text
    assert "Does b. See vmb_one_a.\n */\nvoid vmb_one_b(vmb_one_key *k);" in header.text
    assert "DECLARE" not in header.text


def test_every_instruction_has_its_bits_and_result():
    pages = instructions.pages()
    for key, extension in extensions().items():
        text = pages[f"{instructions.FOLDER}/{key}.md"]
        for mnemonic, instruction in extension.instructions.items():
            section = text.partition(f"## {mnemonic}\n")[2].partition("\n## ")[0]
            assert instruction.result in section
            for encoding in instruction.encodings.values():
                assert f"0x{encoding.mask:08x} == 0x{encoding.match:08x}" in section


def test_every_configuration_file_has_a_page():
    pages = configs.pages()
    for path in configs.files():
        text = pages[f"{configs.FOLDER}/{path.stem}.md"]
        keys = configs.used(tomllib.loads(path.read_text()), configs.described(path.read_text()))
        assert keys and all(f"| `{key}` |" in text for key in keys)


@pytest.mark.parametrize("path", configs.files(), ids=lambda path: path.name)
def test_every_key_of_a_configuration_file_is_described(path):
    """Otherwise it appears as a name that a user chooses."""
    text = path.read_text()
    keys = configs.used(tomllib.loads(text), configs.described(text))
    assert [key for key in keys if key.endswith("NAME")] == []


def test_a_key_that_is_not_described_is_found():
    assert list(configs.used({"a": {"title": 1, "new": 2}}, {"title"})) == ["NAME.title", "NAME.NAME"]


def test_comments_of_configurations_are_read():
    lines = ["About it.", "", "key       what it is,", "          and more", "a, b  two", "rest"]
    first, second, third = (part for part in configs.parts(lines) if part)
    assert first.text == "About it." and third.text == "rest"
    assert second.keys == [("key", "what it is, and more"), ("a, b", "two")]


def test_every_exported_module_has_its_ports():
    every = rtl.modules()
    assert {subject.parts[0].top for subject in parts.exported().values()} <= set(every)
    for module in every.values():
        known = rtl.interface(module)
        assert {p.name for p in known.parameters} == set(module.known)
        assert {p.name for p in known.ports} == set(re.findall(r"\b\w+_(?:i|o|ni|io)\b", module.header))
        assert {p.direction for p in known.ports} <= {"input", "output"}


def test_ports_have_their_types_and_comments():
    ports = {port.name: port for port in rtl.interface(rtl.modules()["vmb_engine"]).ports}
    assert ports["mem_be_o"].type == "logic[3:0]" and ports["mem_be_o"].direction == "output"
    assert ports["alert_o"].comment.startswith("one-cycle pulse") and ports["busy_o"].comment == ""
    assert ports["mem_gnt_i"].comment.startswith("Memory: OBI 1.2") and ports["reg_we_i"].comment.startswith(
        "Registers"
    )


def test_the_python_interface_is_complete():
    from vambrace import api

    (text,) = python_api.pages().values()
    assert all(f":: vambrace.api.{name}\n" in text for name in api.__all__)


def test_plain_text_is_no_markdown():
    assert escaped("a*b*_c_ `d*` <e> [f](g)") == r"a\*b\*\_c\_ `d*` \<e\> \[f\](g)"


def test_a_report_is_part_of_the_site(tmp_path, monkeypatch):
    """Its own links are not checked; those to it are."""
    monkeypatch.setattr(build.staging, "generated", lambda xml: {})
    report, site = tmp_path / "mine.html", tmp_path / "site"
    report.write_text('<a href="#made-by-code">x</a>')
    build.staging.stage(tmp_path / "source", report)
    assert (tmp_path / "source" / "extra" / "report.html").read_text() == report.read_text()
    assert (tmp_path / "source" / "index.md").read_text().count('<a href="report.html">') == 1
    assert "report.html" not in landing.pages()["index.md"]
    site.mkdir()
    report.rename(site / "report.html")
    (site / "a.html").write_text('<a href="report.html">x</a>')
    assert links.Site(site).broken() == []
    (site / "report.html").unlink()
    assert links.Site(site).broken() == ["a.html: report.html"]


def test_a_broken_link_of_a_site_is_found(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b.html").write_text('<h1 id="top">x</h1><a href="../c.html#y">c</a> <a href="#top">t</a>')
    (tmp_path / "c.html").write_text('<a href="a/b.html#no">b</a> <a href="d.html">d</a> <a href="https://x">x</a>')
    assert links.Site(tmp_path).broken() == ["a/b.html: ../c.html#y", "c.html: a/b.html#no", "c.html: d.html"]


def test_a_folder_with_other_files_is_kept(tmp_path):
    (tmp_path / "mine").touch()
    done = CliRunner().invoke(main, ["site", "-o", str(tmp_path)])
    assert "is neither empty nor a site" in str(done.exception) and (tmp_path / "mine").exists()


def test_an_unbuilt_site_leaves_the_old_one(tmp_path, monkeypatch):
    (tmp_path / build.MARK).touch()
    (tmp_path / "index.html").write_text("old")
    monkeypatch.setattr(build.staging, "stage", lambda folder, report: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        build.build(tmp_path)
    assert (tmp_path / "index.html").read_text() == "old"
