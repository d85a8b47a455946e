# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Writes the parameters of each proof into its document: `python -m vambrace_dev.proofs.matrix`.

Each table has the proofs of one design. Its columns are the parameters with different values in it, or given in an
entry; proofs with the same values share a row. For cores, a column names their units instead of the corresponding
parameters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace_dev.proofs import assumed
from vambrace_dev.proofs.plan import Proof, proofs

#: The document, and its heading, which all generated text follows.
PAGE = "docs/developer/proof-parameters.md"
HEADING = "# Parameters of each proof\n"

_BEFORE = """
`python -m vambrace_dev.proofs.matrix` writes this page, for [the proofs](proofs.md) of the RTL. Parameters without a
column have the default of their module in every proof of the table. A cell is empty if the modules of a proof do not
have the parameter. It contains an expression if one proof covers multiple instances with different values.
"""

#: The tables: the start of a proof's core or first file, and the title.
_DESIGNS = {
    "rtl/engine/": "The engine and its modules",
    "ibex": "Ibex",
    "cv32e40x": "CV32E40X",
    "rtl/ise/": "Function units",
    "rtl/ring/": "The ring of descriptors",
    "rtl/couple/": "Couplings",
    "rtl/aes/": "AES",
    "rtl/ascon/": "Ascon",
    "rtl/chacha/": "ChaCha20",
    "rtl/ghash/": "GHASH",
    "rtl/poly1305/": "Poly1305",
}

#: Core parameters determined by the units.
_UNITS = ("FunctionUnits", "Xasconp", "Xchacha")


def section() -> str:
    """Return the page, from its heading on."""
    return HEADING + _BEFORE + "".join("\n" + "\n".join(table(title, of)) + "\n" for title, of in _designs())


def _designs() -> Iterator[tuple[str, list[Proof]]]:
    for start, title in _DESIGNS.items():
        yield title, [p for p in proofs().values() if (p.core or p.files[0]).startswith(start)]


def table(title: str, chosen: Iterable[Proof]) -> Iterator[str]:
    """Return the table of these proofs, with the parameters in which they differ, and those given in their entries."""
    cells = {p: _cells(p) for p in sorted(chosen, key=lambda p: p.name)}
    names = sorted({name for row in cells.values() for name in row}, key=lambda n: (n[0].isupper(), n))
    parameters = {name for p in cells if not p.core for name, _ in p.parameters}
    columns = [n for n in names if n in parameters or len({row[n] for row in cells.values() if n in row}) > 1]
    rows: dict[tuple[str, ...], list[str]] = {}
    for proof, row in cells.items():
        rows.setdefault(tuple(row.get(n, "") for n in columns), []).append(f"`{proof.name}`")
    yield "| " + " | ".join([title, *(f"`{n}`" if n[0].isupper() else n for n in columns)]) + " |"
    yield "|" + " --- |" * (1 + len(columns))
    for values, named in rows.items():
        yield "| " + " | ".join([", ".join(named), *values]) + " |"


def _cells(proof: Proof) -> dict[str, str]:
    values = {n: " and ".join(_shown(v) for v in sorted(choices)) for n, choices in assumed.values(proof).items()}
    if not proof.core:
        return values
    shown = {"core": f"`{proof.core}`", "units": ", ".join(proof.units) or "none"}
    return shown | {n: v for n, v in values.items() if n not in (*_UNITS, "core")}


def _shown(value: str) -> str:
    return value if value.isdecimal() else f"`{value}`"


def rewritten(text: str) -> str:
    """Return the text of the document with its tables."""
    before, heading, _ = text.partition(HEADING)
    if not heading:
        raise VambraceError(f"{PAGE} has no heading {HEADING.strip()}")
    return before + section()


if __name__ == "__main__":
    page = root() / PAGE
    page.write_text(rewritten(page.read_text()))
