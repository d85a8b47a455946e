# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What the README of an exported point says of the upstream core that its units are for."""

from __future__ import annotations

from vambrace.export import patches
from vambrace.export.subject import Subject
from vambrace.hardware import rtl


def rows(subject: Subject) -> str:
    """The rows of the table of paths."""
    if not subject.point:
        return ""
    if not (path := patches.connection(subject)):
        return "| `patches/` | the accelerator port, and these units behind it, for a copy of Ibex |\n"
    return (
        "| `patches/` | for a copy of CV32E40X: what its eXtension interface lacks, and a core file for FuseSoC |\n"
        f"| `{path}` | connects the units to the interface `if_xif` of CV32E40X |\n"
    )


def section(subject: Subject) -> str:
    """How the units get into a copy of the core."""
    if not subject.point:
        return ""
    upstream = patches.of(subject)
    package = upstream.package.replace("_", "-")
    copy = f"${upstream.name.upper()}"
    commands = "\n".join(f'    git -C "{copy}" apply "$PWD/patches/{name}"' for name in patches.names(subject))
    return f"""## In {upstream.title}

The patches are for {upstream.title} as in the Python package {package} {rtl.version(upstream.name)}; they apply to
other versions if the surrounding lines are the same. {copy} is the folder of your copy, which contains `rtl/`:

{commands}

{_ibex(subject) if upstream.has_core else _cv32e40x(subject)}
"""


def _ibex(subject: Subject) -> str:
    return f"""The second one instantiates `{subject.top}` in `ibex_top`, whose ports do not change; add the files of
`lists/verilator.f` to yours. `SecureIbex` = 1 is an elaboration error, because its shadow core has no accelerator
port. With FuseSoC, depend on `vambrace:ip:{subject.identifier}`, which brings `{patches.of(subject).core}`;
Ibex's own core files need the edition of FuseSoC that its python-requirements.txt names.
The target `lint_core` lints both.
"""


def _cv32e40x(subject: Subject) -> str:
    top, core = subject.top, patches.of(subject).core
    return f"""The first one adds three conditions to the eXtension interface, without which the core loses results,
reads them too early, or repeats stores; it removes nothing. Where you instantiate the core, with `X_EXT` = 1 and
`B_EXT` = `B_NONE`:

    if_xif #(.X_ID_WIDTH(4)) xif ();
    {top}_xif u_units (.clk_i, .rst_ni, .xif);

and `xif` at the core's six ports `xif_*_if`. Add the files of `lists/verilator.f` and `{patches.connection(subject)}`
to yours. With FuseSoC, depend on `vambrace:ip:{subject.identifier}`, which brings `{core}`: the second patch adds its
core file to your copy.
"""
