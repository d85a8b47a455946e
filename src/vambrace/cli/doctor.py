# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace doctor`."""

import json

import click

from vambrace.base.errors import VambraceError
from vambrace.cli import doctor_check as doctor
from vambrace.cli.options import Choice


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.option("--install", is_flag=True, help="Install what is missing by pip and apt-get, where that is possible.")
@click.option(
    "--for",
    "purpose",
    type=Choice(doctor.PURPOSES),
    default="everything",
    show_default=True,
    help="What --install prepares: measuring; also bench --peers, Rocket, silicon (area, timing, FPGA, energy), the "
    "report and pictures of compare, or 64-bit Ascon on Spike; or the tests, and all of these.",
)
@click.option("--quiet", is_flag=True, help="Print nothing but what is missing.")
def doctor_command(as_json, install, purpose, quiet) -> None:
    """List every tool: version, place, and how to get a missing one.

    \b
    vambrace doctor
    vambrace doctor --install
    vambrace doctor --install --for silicon
    """
    if install:
        doctor.install_missing(purpose)
    findings = doctor.examine()
    if as_json:
        print(json.dumps(doctor.as_json(findings), indent=1))
    elif not quiet:
        doctor.print_report(findings)
    missing = doctor.missing_required(findings)
    if missing:
        raise VambraceError(f"missing: {', '.join(f.name for f in missing)}")
