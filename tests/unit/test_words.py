# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Documents, --help and messages avoid words for which the field has a standard term (docs/reference/glossary.md)."""

import ast
import io
import re
import subprocess
import tokenize
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import click
import pytest

from vambrace.base.paths import root
from vambrace.cli.main import main
from vambrace_dev import main as dev

#: Phrases that no text contains, and what to write instead.
PHRASES = {
    r"\b(tells?|told)\b": "reports, prints, documents, distinguishes",
    r"\bin the place of\b": "instead of",
    r"\b(takes?|taking|took) the place of\b": "replaces",
    r"\bbeside (ours?|theirs?|(the )?published)\b": "compared with",
    r"\b(hold|holding|withholding) buffer\b": "unverified plaintext buffer",
    r"\btag comparison\b": "tag check",
    r"\bverbs?\b": "command",
}

#: Further phrases that documents, --help and public headers do not contain.
PUBLIC_PHRASES = {
    r"\bright behind\b": "directly after",
    r"\bone (right )?behind the other\b": "one after the other",
    r"\bbehind (the|its|their|a) (end|message|ciphertext|prefix|header|tag|last|word)\b": "after",
    r"\b(gives?|giving|given) out\b": "releases, outputs",
    r"\b(stands?|standing) for the key\b": "refers to",
    r"\bunasked\b": "by default, without a request",
    r"\b(takes?|taking) turns\b": "is serialised, alternates",
    r"\bin turns\b": "alternately",
    r"\bso many (bytes|blocks|words|cycles|calls|instructions)\b": "this number of",
    r"\bof the user's\b": "that the user provides",
    r"\bsurroundings\b": "background, environment",
    r"\ba request to debug\b": "a debug request",
    r"\brefus(e|es|ed|ing) (a |the )?(wrong|forged|changed)\b": "rejects",
    r"\bwhat has not changed is\b": "only what has changed is",
    r"\b(is|are) (cut|switched) off\b": "is truncated, is disabled",
    r"\bIbex'(?!s)": "Ibex's",
}

#: The project's former dialect: in no comment, docstring, message or document of EDITED.
DIALECT = {
    r"\bso many\b": "this many, this number of",
    r"\bbut for\b": "except",
    r"\bat hand\b": "available",
    r"\b(gives?|given|giving|gave) (out|away)\b": "releases, outputs",
    r"\b(is|are|was|were) not there\b": "is missing, does not exist",
    r"\brequests? to debug\b": "debug request",
    r"\ball the same\b": "anyway",
    r"\bfor ever\b": "forever",
    r"\b(by|in) turns\b": "alternately",
    r"\bin spite of\b": "despite",
    r"\bunder way\b": "in progress, pending",
    r"\b(stands?|stood|standing) for\b": "means, replaces",
    r"\bwithout a word\b": "silently",
    r"\b(takes?|taken|taking|took) back\b": "cancels, withdraws",
    r"\b(takes?|taking|took) the place of\b": "replaces",
    r"\bmeans? nothing\b": "is undefined",
    r"\bpass(ed|es|ing)? over\b": "skips",
    r"\b(\w+Error|None|MissingTool|False|True) where\b(?! =)": "if",
    r"\bbe it\b": "even, also",
    r"\banew\b": "again",
    r"\bbeside (an?|the|its|their|it|them|others?|which|other)\b": "next to, compared with",
    r"\b(nobody|anybody|somebody|whoever)\b": "no caller, a user, anyone who",
    r"\b(goes?|going|went) on (with|from|until|to|at|in|behind|where|by)\b": "continues",
    r"\b(has|have|having) to have\b": "needs",
    r"\b(is|are) (made|done) anew\b": "is renewed",
    r"\bits? place is there\b": "its text occurs",
    r"\bsays (so|how|what|which|whether|why)\b": "states, gives, specifies",
    r"\bmakes? of (it|them|that)\b": "derives from, produces",
    r"\bin front of and behind\b": "before and after",
    r"\bwhat (comes|goes|stands|lies)\b": "a noun",
}

#: Edited folders and files, which do not contain DIALECT. The lists above apply everywhere.
EDITED = (
    *(f"src/vambrace/{name}" for name in ("base", "config", "hardware", "software", "analysis", "silicon")),
    *(f"src/vambrace/{name}" for name in ("results", "papers", "export", "cli")),
    *(f"src/vambrace/{name}" for name in ("api", "explore", "measure", "view")),
    "cores",
    "dev",
    "examples",
    "firmware",
    "formal",
    "lib",
    "ports",
    "rtl",
    "scripts",
    "soc",
    "studies",
    "tests",
    "docs/developer",
    "docs/reference",
    "docs/user",
    "README.md",
    "SECURITY.md",
    "CONTRIBUTING.md",
)


@cache
def any_of(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern that finds whether a text has one of some phrases, which takes less time than each by itself."""
    assert all(phrase.startswith(r"\b") for phrase in phrases)
    return re.compile(rf"\b(?:{'|'.join(phrase[2:] for phrase in phrases)})", re.IGNORECASE)


def found_in(text: str, phrases: dict[str, str] = PHRASES) -> list[str]:
    """Return the phrases in a text, each with its replacement; a phrase may span two lines."""
    joined = re.sub(r"\s+", " ", text)
    if not any_of(tuple(phrases)).search(joined):
        return []
    return [
        f"'{match[0]}': {better}"
        for phrase, better in phrases.items()
        for match in re.finditer(phrase, joined, re.IGNORECASE)
    ]


def documents() -> Iterator[tuple[str, str]]:
    """Yield documents, and the files of configs/, whose texts are printed."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md", "configs/*.toml"]
    names = subprocess.run(command, cwd=root(), capture_output=True, text=True, check=True).stdout.split()
    for name in names:
        if (root() / name).is_file():
            yield name, (root() / name).read_text()


def helps(command: click.Command, context: click.Context) -> Iterator[tuple[str, str]]:
    """Yield the help of a command and of all its subcommands."""
    yield context.command_path, command.get_help(context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from helps(below, click.Context(below, info_name=name, parent=context))


def every_help() -> dict[str, str]:
    programs = {"vambrace": main, "vambrace-dev": dev.main}
    return {k: v for name, top in programs.items() for k, v in helps(top, click.Context(top, info_name=name))}


def messages(source: str) -> str:
    """Return all text in Python code except docstrings and comments."""
    tree = ast.parse(source)
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in bare)
    return "\n".join(node.value for node in texts if isinstance(node.value, str))


def prose(source: str) -> str:
    """Return all comments, docstrings and other text in Python code."""
    nodes = ast.walk(ast.parse(source))
    constants = [n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    texts = [text for text in constants if " " in text]  # one word is data
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    results = [(token.start[0], token.string.lstrip("#: ")) for token in tokens if token.type == tokenize.COMMENT]
    lines: list[str] = []
    for number, (line, text) in enumerate(results):
        joins = number and results[number - 1][0] == line - 1
        lines.append(f"{lines.pop()} {text}" if joins else text)
    return "\n\n".join([*texts, *lines])


def edited() -> Iterator[tuple[str, str]]:
    """Yield the name and the prose of each file of EDITED."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *EDITED]
    for name in subprocess.run(command, cwd=root(), capture_output=True, text=True, check=True).stdout.split():
        path = root() / name
        if path.suffix in READERS and path.is_file() and path != Path(__file__):
            yield name, READERS[path.suffix](path.read_text())


def test_documents():
    texts = dict(documents())
    assert len(texts) > 50 and "README.md" in texts and "configs/papers/lascas2024.toml" in texts
    assert {name: actual for name, text in texts.items() if (actual := found_in(text))} == {}


#: Folders of C, C++ and assembly.
SOURCES = ("lib", "firmware", "examples", "rtl", "cores", "soc", "formal", "ports", "studies")


def comments(text: str) -> str:
    """Return all comments of C, C++ or assembly."""
    matches = re.findall(r"/\*.*?\*/|//[^\n]*", text, re.DOTALL)
    return "\n".join(re.sub(r"^[ /*]+", "", comment, flags=re.MULTILINE) for comment in matches)


#: The function that reads the prose of a file, by its ending.
READERS: dict[str, Callable[[str], str]] = {
    ".py": prose,
    ".md": str,
    **dict.fromkeys((".c", ".cpp", ".h", ".inc", ".ld", ".S", ".sv"), comments),
}


def test_the_edited_folders_stay_edited():
    texts = dict(edited())
    assert len(texts) > 400 and all(any(n.startswith(folder) for n in texts) for folder in EDITED)
    results = {name: found_in(text, DIALECT) for name, text in texts.items()}
    assert {name: phrases for name, phrases in results.items() if phrases} == {}


def test_comments():
    endings = (".c", ".h", ".cpp", ".S", ".inc", ".ld", ".sv", ".scala")
    files = [path for name in SOURCES for path in sorted((root() / name).rglob("*")) if path.suffix in endings]
    assert len(files) > 200
    results = {str(path.relative_to(root())): found_in(comments(path.read_text())) for path in files}
    assert {name: phrases for name, phrases in results.items() if phrases} == {}


def test_public_documents_and_headers():
    """PUBLIC_PHRASES are in no document, in no --help and in no public header."""
    headers = sorted((root() / "lib").rglob("include/**/*.h"))
    assert len(headers) > 30
    texts = {name: text for name, text in documents() if name.endswith(".md")}
    texts |= {str(path.relative_to(root())): comments(path.read_text()) for path in headers}
    texts |= every_help()
    results = {name: found_in(text, PUBLIC_PHRASES) for name, text in texts.items()}
    assert {name: phrases for name, phrases in results.items() if phrases} == {}


def test_help():
    texts = every_help()
    assert {"vambrace bench", "vambrace-dev test fuzz", "vambrace study ciphers"} <= texts.keys()
    assert {name: actual for name, text in texts.items() if (actual := found_in(text))} == {}


def test_messages():
    files: list[Path] = sorted(path for name in ("src", "dev") for path in (root() / name).rglob("*.py"))
    assert len(files) > 100
    results = {str(path.relative_to(root())): found_in(messages(path.read_text())) for path in files}
    assert {name: phrases for name, phrases in results.items() if phrases} == {}


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
    (actual,) = found_in(text)
    assert better in actual


@pytest.mark.parametrize(
    ("text", "better"),
    [
        ("the tag comes right\nbehind it", "directly after"),
        ("plaintext that is given out early", "releases, outputs"),
        ("Ibex' register file", "Ibex's"),
        ("it refuses a wrong tag", "rejects"),
    ],
)
def test_public_phrases_are_found(text, better):
    (actual,) = found_in(text, PUBLIC_PHRASES)
    assert better in actual and found_in(text) == []


@pytest.mark.parametrize(
    ("source", "better"),
    [
        ('def f():\n    """The entry; None where\n    there is none."""\n', "if"),
        ("x = 1  # all but for\n# one\n", "except"),
        ("# bytes of so\n# many words\n", "this many"),
        ('raise E(f"{name} is not there")\n', "is missing"),
    ],
)
def test_dialect_is_found(source, better):
    (actual,) = found_in(prose(source), DIALECT)
    assert better in actual


def test_code_is_not_prose():
    assert found_in(prose("for so_many, nobody in anew:\n    beside.it()\n"), DIALECT) == []


def test_comments_are_found():
    assert found_in(comments("int x; /* C in the\n * place of assembly */")) != []
    assert found_in(comments("x = 1; // tells nothing")) != []
    assert found_in(comments('char *told = "tells";')) == []


def test_texts_in_code_are_found():
    assert found_in(messages('"""This tells nothing."""\n# told\nraise Error(f"{name} tells how")\n')) != []
    assert found_in(messages('"""This tells nothing."""\ndef f():\n    """Told."""\n    # told\n')) == []
