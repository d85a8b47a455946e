# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The smoke test of a bundle: a self-checking test bench in Verilog-2005, for any simulator.

It ends with a line that starts with PASS, or with an error. Expected results come from the oracles, and those of
instructions from their specifications (vambrace.hardware.reference_ise). rtl/smoke has its parts.
"""

from __future__ import annotations

from collections.abc import Callable

from vambrace.export.smoke import ascon_small, ciphers, engine, frame, in_place, instructions, lwc
from vambrace.export.subject import Subject
from vambrace.export.wrapper import Top, head
from vambrace.hardware import reference_ise

Bench = Callable[[Subject], tuple[list[str], list[str]]]

#: By module: its parts of the bench, and the statements to execute.
_KINDS: dict[str, Bench] = {
    "vmb_engine": engine.bench,
    "vmb_engine_ring": engine.bench,
    "vmb_aes_core": ciphers.aes_core,
    "vmb_aes_unit": ciphers.aes_unit,
    "vmb_aes_unit_regs": ciphers.aes_unit_regs,
    "vmb_cfu_ise": instructions.behind_cfu,
    "vmb_ascon": ciphers.ascon,
    "vmb_ascon_small": ascon_small.bench,
    "vmb_lwc_ascon": lwc.bench,
    "vmb_xif_ise": instructions.behind_xif,
    "vmb_ibex_units": in_place.bench,
    "vmb_chacha20_core": ciphers.chacha20,
    "vmb_chacha20_poly1305": ciphers.chacha20_poly1305,
    "vmb_ghash": ciphers.ghash,
    **{f"vmb_{name.lower()}": instructions.bench for name in ("ise", *reference_ise.UNITS)},
}


def path(subject: Subject) -> str:
    return f"smoke/{subject.top}_smoke.v"


def _bench(subject: Subject) -> Bench | None:
    is_coupling = subject.module.name.startswith("vmb_couple_")
    return engine.coupling if is_coupling else _KINDS.get(subject.module.name)


def exists(subject: Subject) -> bool:
    """Return whether there is a test bench for it."""
    return _bench(subject) is not None


def text(subject: Subject, top: Top) -> str | None:
    """Return the test bench; None if there is none."""
    bench = _bench(subject)
    if bench is None:
        return None
    about = f"Smoke test of {subject.top}: it ends with PASS, or with an error."
    return frame.text(head(about), subject.top, top.ports, *bench(subject))
