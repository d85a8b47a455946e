# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace-dev`, which exists only in a source checkout."""

import click

from vambrace import __version__
from vambrace.base.errors import VambraceError
from vambrace.base.paths import is_checkout
from vambrace.cli import endings
from vambrace.cli.lazy_group import Group

#: Every command: its location and its line of help. Loaded on demand.
_COMMANDS = {
    "executor": ("vambrace_dev.executor:executor", "Measure what sending jobs to workers costs."),
    "missing": ("vambrace_dev.missing:missing", "List what an addition to the project still lacks."),
    "site": ("vambrace_dev.site.command:site", "Build the documentation's site."),
    "test": ("vambrace_dev.testing.command:test", "Run the project's tests, or parts of them."),
    "verify": ("vambrace_dev.verify.command:verify", "Check what the project guarantees."),
}


@click.group(
    cls=Group,
    table=_COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="vambrace-dev")
def main() -> None:
    """Test and verify Vambrace itself, in its source checkout.

    \b
    vambrace-dev test                       the tests that every change must pass
    vambrace-dev test rtl                   one part of them
    vambrace-dev test all                   also the long tests
    vambrace-dev verify                     what the project guarantees, by proof and by search
    vambrace-dev missing kind faults        what a new kind of record still lacks
    vambrace-dev site -o build/site         the documents and the reference as HTML
    """
    if not is_checkout():
        raise VambraceError("the tests are in the source checkout: clone it and run `make test` there")


def entry() -> None:
    """Run the command line, and exit with its code."""
    endings.run(lambda: main(standalone_mode=False), "vambrace-dev")
