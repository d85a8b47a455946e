# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace amalgamate`."""

from __future__ import annotations

import click

from vambrace.cli.options import FOLDER


@click.command()
@click.option("--output", "-o", "folder", type=FOLDER, metavar="DIR", help="Write the files to this folder.")
@click.option("--backend", "backends", multiple=True, metavar="NAME", help="Add this backend (repeatable).")
@click.option("--prefix", default="vmb", show_default=True, help="What the names of the library begin with.")
@click.option("--for", "package", metavar="FORMAT", help="Write a package of this format.")
@click.option("--url", default="", help="The page of the package, for its manifest.")
@click.option("--list", "listing", is_flag=True, help="List the backends and the formats of packages.")
def amalgamate(folder, backends, prefix, package, url, listing) -> None:
    """Write libvambrace as vambrace.c, vambrace.h and vambrace_config.h.

    The files compile as C99 or later, with your own flags and without anything else; vambrace.h is
    also for C++. Portable C is always there; --backend adds assembly for 32- or 64-bit RISC-V, all of
    it in vambrace.S, and the first one becomes the choice of vambrace_config.h. There you choose the
    backend, leave algorithms out, and replace the function that wipes memory. That file is kept
    when you write to the same folder again; all other files are replaced. With --prefix two copies
    fit into one program. --for adds manifests: for Arduino, PlatformIO, ESP-IDF, Meson,
    and Cargo, with the traits of RustCrypto.

    \b
    vambrace amalgamate -o third_party/vambrace
    vambrace amalgamate -o third_party/vambrace --backend rv32-zkn
    vambrace amalgamate -o third_party/vambrace --backend rv32-zkn --backend rv32-none --prefix acme
    vambrace amalgamate -o lib/vambrace --for platformio
    vambrace amalgamate -o components/vambrace --for esp-idf --backend rv32-none
    vambrace amalgamate --list
    """
    from vambrace.software.amalgamation import choices, packages, pair

    if listing:
        print("backends:")
        for name, build in {**choices.PORTABLE_BUILDS, **choices.builds()}.items():
            print(f"  {name:<22} {pair.meaning(build)}")
        print("formats of packages:")
        for name, title in packages.formats().items():
            print(f"  {name:<22} {title}")
        return
    if folder is None:
        raise click.UsageError("name a folder with -o")
    if url and not package:
        raise click.UsageError("--url is for the manifest of a package: name its format with --for")
    if package:
        made = packages.files(package, backends, prefix, url)
        written = pair.write(folder, made, packages.kept(package))
    else:
        written = pair.write(folder, pair.files(backends, prefix))
    print(f"{folder}: {', '.join(written)}")
