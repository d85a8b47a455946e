# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The figures of the first page, computed from the tables that README.md and docs/user/memory.md print; the tests
compare those tables with what their commands print."""

from __future__ import annotations

from dataclasses import dataclass

from vambrace.base.paths import root

CYCLES = ("README.md", "vambrace bench ibex-ref --markdown")
MEMORY = ("docs/user/memory.md", "vambrace memory ibex-ref --profile size --markdown")


@dataclass(frozen=True)
class Headline:
    """A figure, what it is, the figures that it is computed from, and the page that has these."""

    figure: str
    title: str
    about: str
    page: str


def table(document: str, command: str) -> list[dict[str, str]]:
    """Return the rows of a document's table that a command prints."""
    lines = (root() / document).read_text(encoding="utf-8").splitlines()
    at = lines.index(f"<!-- printed by: {command} -->") + 1
    rows = []
    for line in lines[at:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip().strip("|").split("|")])
    return [dict(zip(rows[0], row, strict=True)) for row in rows[2:]]


def row(rows: list[dict[str, str]], algorithm: str, extensions: str) -> dict[str, str]:
    """Return the row of an algorithm with an extension set."""
    (found,) = (r for r in rows if (r["algorithm"], r["extensions"]) == (algorithm, extensions))
    return found


def number(text: str) -> int:
    """Return a number that a table prints."""
    return int(text.replace(",", ""))


def headlines() -> list[Headline]:
    """Return the three figures: of the engine, the library and an instruction."""
    cycles, memory = table(*CYCLES), table(*MEMORY)

    def times(algorithm: str, extensions: str) -> tuple[str, str]:
        software, hardware = (row(cycles, algorithm, e)["ipv6 ours"] for e in ("none", extensions))
        return f"{number(software) / number(hardware):.0f}x", f"{software} → {hardware} cycles"

    engine, from_engine = times("aes-128-ccm", "engine")
    instruction, from_instruction = times("ascon-aead128", "xasconp")
    small = row(memory, "ascon-aead128", "none")
    return [
        Headline(
            engine,
            "fewer cycles with the engine",
            f"AES-128-CCM seals an IPv6 packet on Ibex: {from_engine}",
            "/README",
        ),
        Headline(
            instruction,
            "fewer cycles with one instruction",
            f"Ascon-AEAD128 seals an IPv6 packet on Ibex: {from_instruction}",
            "/docs/reference/ise",
        ),
        Headline(
            f"{small['code']} B",
            "of code without any hardware",
            f"Ascon-AEAD128 seals in constant time, with {small['stack']} bytes of stack",
            "/docs/user/memory",
        ),
    ]
