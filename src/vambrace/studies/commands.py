# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The commands `vambrace study ...`."""

import click

from vambrace import bench
from vambrace.command_line import NEW_FILE, report, show
from vambrace.progress import Progress
from vambrace.studies import ciphers as ciphers_module
from vambrace.studies.ciphers_table import grids


@click.group()
def study() -> None:
    """Measure what stands beside the library, for comparison.

    \b
    vambrace study ciphers                  nine lightweight ciphers, one message of 128 bits
    """


@study.command()
@click.argument("names", nargs=-1, metavar="[CIPHER]...")
@click.option("--core", default="ibex-ref", show_default=True, help="The core; one without caches.")
@click.option("--cflags", default="", help="More flags for the compiler, for example -O3.")
@click.option("--list", "listing", is_flag=True, help="List the ciphers.")
@click.option("--json", "json_file", type=NEW_FILE, help="Write all records as JSON.")
@click.option("--csv", "csv_file", type=NEW_FILE, help="Write all records as CSV.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Print the tables as Markdown.")
def ciphers(names, core, cflags, listing, json_file, csv_file, as_markdown) -> None:
    """Measure lightweight ciphers on one core, each encrypting and decrypting 128 bits.

    CIPHER is a name that --list tells; without one, all of them. Each is plain C, compiled alike
    and run on the core's RTL without extensions; what it gives is compared with another
    implementation. Cycles of key set-up and of the blocks, instructions, bytes fetched, loaded
    and stored, and the bytes of code, tables, stack and expanded key. What has not changed is
    not run again. The ciphers are studies, no part of the library: most are not constant-time.

    \b
    vambrace study ciphers
    vambrace study ciphers ascon seed noekeon --json ciphers.json
    vambrace study ciphers --core ibex-fast --cflags -O3 --markdown
    """
    if listing:
        for cipher in ciphers_module.ciphers().values():
            print(f"  {cipher.name:<10} {cipher.title}; {cipher.source}")
        return
    tasks = ciphers_module.tasks(names, core, cflags.split())
    with Progress("measuring", len(tasks) + len({t.model for t in tasks})) as progress:
        found = bench.run_all(tasks, progress.step, progress.failed, ciphers_module.measure)
    show(grids(found), found, as_markdown, json_file, csv_file)
    report(progress.failures)
