# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace new`."""

import os
import re
from pathlib import Path

import click

from vambrace.base.errors import UsageError, choose
from vambrace.cli.options import FOLDER

#: What can be added from outside of the project.
_KINDS = ("extension", "unit", "algorithm", "scenario", "core")

#: What is a part of the project, and written into a checkout.
_KIND = "kind"


@click.command()
@click.argument("kind", metavar="KIND")
@click.argument("name")
@click.option("--in", "folder", metavar="DIR", type=FOLDER, help="The new folder of the plug-in.")
@click.option("--ad", type=click.IntRange(0, 65535), help="Of a scenario: bytes of associated data.  [default: 16]")
@click.option("--message", type=click.IntRange(0, 65536), help="Of a scenario: bytes of the message.  [default: 64]")
def new(kind: str, name: str, folder: Path | None, ad: int | None, message: int | None) -> None:
    """Write the skeleton of a plug-in, which works as it is.

    KIND is extension: an instruction with its function unit, and an algorithm that uses it; unit: a cipher unit with
    the interface of the engine's; algorithm: C, and an oracle in Python; scenario: the lengths of a packet; core: a
    variant of Ibex. The README in the folder lists what to replace. The folder is written completely or not at all, and
    must not exist. In a checkout, KIND may also be kind: a kind of record with its command, a part of the project.

    \b
    vambrace new extension xmine --in mine
    vambrace new unit gimli --in gimli
    vambrace new algorithm my-mac --in my-mac
    vambrace new scenario lora --ad 9 --message 51 --in lora
    vambrace new core ibex-mul --in ibex-mul
    vambrace new kind accesses
    """
    choose("kind of addition", kind, [*_KINDS, _KIND])
    if kind == _KIND:
        if folder is not None:
            raise UsageError("a kind of record is a part of the project: without --in, it is written into the checkout")
        _write_kind(name)
        return
    if folder is None:
        raise UsageError(f"name the new folder of the plug-in: `vambrace new {kind} {name} --in DIR`")
    if (ad, message) != (None, None) and kind != "scenario":
        raise UsageError(f"--ad and --message are for a scenario, not for {kind}")
    if os.path.lexists(folder):
        raise UsageError(f"{folder} exists already: choose another folder")
    plugin = re.sub("[^a-z0-9]+", "-", folder.absolute().name.lower()).strip("-")
    if not re.fullmatch("[a-z].*", plugin):
        raise UsageError(f"{folder} gives the plug-in no name: begin the name of the folder with a letter")
    from vambrace.base.output import write_folder
    from vambrace.scaffold import skeleton

    if kind == "scenario":
        files = skeleton.scenario(name, plugin, 16 if ad is None else ad, 64 if message is None else message)
    else:
        files = skeleton.KINDS[kind](name, plugin)
    write_folder(folder, files)
    print(f"{folder}: {', '.join(sorted(files))}")
    print(f"{folder}/README.md lists what to try and what to replace")


def _write_kind(name: str) -> None:
    from vambrace.base.paths import home, is_checkout
    from vambrace.scaffold import inside

    if not is_checkout():
        raise UsageError(
            "a kind of record is a part of the project: run this in a checkout, not in an installed package"
        )
    print(f"wrote {', '.join(inside.write_kind(name, home()))}")
    print(f"`vambrace {name} ibex-ref/none` measures it. What is left (docs/developer/adding.md#a-kind-of-record):")
    for line in inside.missing(name, home()):
        print(f"  {line}")
