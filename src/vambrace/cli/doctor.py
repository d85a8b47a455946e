# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace doctor`."""

import json
from dataclasses import asdict

import click

from vambrace.base import installation
from vambrace.base.errors import VambraceError
from vambrace.cli.options import Choice


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.option("--install", is_flag=True, help="Install missing tools with pip and apt-get, where possible.")
@click.option(
    "--for",
    "purpose",
    type=Choice(installation.PURPOSES),
    help="Only the tools for this purpose: measure (on simulated cores, without Rocket; the default of --install); "
    "the same and "
    "peers (bench --peers), rocket, silicon (area, timing, FPGA, energy), cluster (--scheduler, --cluster), explore, "
    "export, report (also compare's plots) or spike (64-bit Ascon); or test (every tool).",
)
@click.option("--quiet", is_flag=True, help="Print only missing tools.")
def doctor_command(as_json: bool, install: bool, purpose: str | None, quiet: bool) -> None:
    """List every tool with its version and path, and how to get a missing one.

    Exit status 1 if a tool is missing that measuring needs; with --for, one that this purpose needs.

    \b
    vambrace doctor
    vambrace doctor --install
    vambrace doctor --for silicon
    vambrace doctor --install --for silicon
    """
    if install:
        installation.install_missing(purpose or "measure")
    findings = installation.examine()
    if purpose:
        names = {tool.name for tool in installation.needed(purpose)}
        findings = [finding for finding in findings if finding.name in names]
    if as_json:
        print(json.dumps([asdict(finding) for finding in findings], indent=1))
    elif not quiet:
        _print(findings)
    missing = [f for f in findings if f.version is None] if purpose else installation.missing_required(findings)
    if missing:
        todo = f"vambrace doctor --install{f' --for {purpose}' if purpose else ''}"
        raise VambraceError(f"missing: {', '.join(f.name for f in missing)}; `{todo}` installs them")


def _print(findings: list[installation.Finding]) -> None:
    """Print a line per tool; lines are never wrapped, so that paths can be copied."""
    lines = [("tool", "version", "found at, or how to get it")]
    for f in findings:
        if f.version is None:
            lines.append((f.name, "MISSING", f"{f.how_to_get}   ({f.purpose})"))
        else:
            lines.append((f.name, f.version, f.place or ""))
    widths = [max(len(line[i]) for line in lines) for i in range(2)]
    for name, version, where in lines:
        print(f"{name:<{widths[0]}}  {version:<{widths[1]}}  {where}")
