# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Documents, --help and messages do without words that the field has other ones for (docs/reference/glossary.md)."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from vambrace.base.paths import root
from vambrace.cli.main import main

#: What no sentence of ours needs, and what to write instead.
PHRASES = {
    r"\b(tells?|told)\b": "reports, prints, documents, distinguishes",
    r"\bin the place of\b": "instead of",
    r"\b(takes?|taking|took) the place of\b": "replaces",
    r"\bbeside (ours?|theirs?|(the )?published)\b": "compared with",
    r"\b(hold|holding|withholding) buffer\b": "unverified plaintext buffer",
    r"\btag comparison\b": "tag check",
    r"\bverbs?\b": "command",
}


def found_in(text: str) -> list[str]:
    """The phrases that a text has, each with what to write instead; lines may break in them."""
    joined = re.sub(r"\s+", " ", text)
    return [
        f"'{match[0]}': {better}"
        for phrase, better in PHRASES.items()
        for match in re.finditer(phrase, joined, re.IGNORECASE)
    ]


def documents() -> Iterator[tuple[str, str]]:
    """Documents, and configs/, whose texts are printed."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md", "configs/*.toml"]
    names = subprocess.run(command, cwd=root(), capture_output=True, text=True, check=True).stdout.split()
    for name in names:
        if (root() / name).is_file():
            yield name, (root() / name).read_text()


def helps(command: click.Command, context: click.Context) -> Iterator[tuple[str, str]]:
    """What --help prints for a command and for all below it."""
    yield context.command_path, command.get_help(context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from helps(below, click.Context(below, info_name=name, parent=context))


def messages(source: str) -> str:
    """All text in Python code that is no docstring and no comment."""
    tree = ast.parse(source)
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in bare)
    return "\n".join(node.value for node in texts if isinstance(node.value, str))


def test_documents():
    texts = dict(documents())
    assert len(texts) > 50 and "README.md" in texts and "configs/papers/lascas2024.toml" in texts
    assert {name: found for name, text in texts.items() if (found := found_in(text))} == {}


#: Folders of C, C++ and assembly.
SOURCES = ("lib", "firmware", "examples", "rtl", "cores", "soc", "formal", "ports", "studies")


def comments(text: str) -> str:
    """All comments of C, C++ or assembly."""
    found = re.findall(r"/\*.*?\*/|//[^\n]*", text, re.DOTALL)
    return "\n".join(re.sub(r"^[ /*]+", "", comment, flags=re.MULTILINE) for comment in found)


def test_comments():
    endings = (".c", ".h", ".cpp", ".S", ".inc", ".ld", ".sv", ".scala")
    files = [path for name in SOURCES for path in sorted((root() / name).rglob("*")) if path.suffix in endings]
    assert len(files) > 200
    found = {str(path.relative_to(root())): found_in(comments(path.read_text())) for path in files}
    assert {name: phrases for name, phrases in found.items() if phrases} == {}


def test_help():
    texts = dict(helps(main, click.Context(main, info_name="vambrace")))
    assert {"vambrace bench", "vambrace test fuzz", "vambrace study ciphers"} <= texts.keys()
    assert {name: found for name, text in texts.items() if (found := found_in(text))} == {}


def test_messages():
    files: list[Path] = sorted((root() / "src" / "vambrace").rglob("*.py"))
    assert len(files) > 100
    found = {str(path.relative_to(root())): found_in(messages(path.read_text())) for path in files}
    assert {name: phrases for name, phrases in found.items() if phrases} == {}


@pytest.mark.parametrize(
    ("text", "better"),
    [
        ("`vambrace doctor` tells how to get it", "reports"),
        ("C99 in the\n  place of assembly", "instead of"),
        ("Cycles beside the\npublished figures", "compared with"),
        ("the Holding buffer", "unverified plaintext buffer"),
    ],
)
def test_phrases_are_found(text, better):
    (found,) = found_in(text)
    assert better in found


def test_comments_are_found():
    assert found_in(comments("int x; /* C in the\n * place of assembly */")) != []
    assert found_in(comments("x = 1; // tells nothing")) != []
    assert found_in(comments('char *told = "tells";')) == []


def test_texts_in_code_are_found():
    assert found_in(messages('"""This tells nothing."""\n# told\nraise Error(f"{name} tells how")\n')) != []
    assert found_in(messages('"""This tells nothing."""\ndef f():\n    """Told."""\n    # told\n')) == []
