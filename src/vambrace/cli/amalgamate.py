# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace amalgamate`."""

from __future__ import annotations

from pathlib import Path

import click

from vambrace.cli.options import FOLDER


@click.command()
@click.option("--output", "-o", "folder", type=FOLDER, metavar="DIR", help="Write the files to this folder.")
@click.option("--backend", "backends", multiple=True, metavar="NAME", help="Add this backend (repeatable).")
@click.option("--prefix", default="vmb", show_default=True, help="Prefix of all names of the library.")
@click.option("--for", "package", metavar="FORMAT", help="Write a package of this format.")
@click.option("--url", default="", help="Web page of the package, for its manifest.")
@click.option("--list", "listing", is_flag=True, help="List the backends and package formats.")
def amalgamate(
    folder: Path | None, backends: tuple[str, ...], prefix: str, package: str | None, url: str, listing: bool
) -> None:
    """Write libvambrace as vambrace.c, vambrace.h and vambrace_config.h.

    The files compile as C99 or later, with your own flags and no dependencies; vambrace.h also works in C++. Portable
    C is always included; --backend adds assembly for 32- or 64-bit RISC-V, all of it in vambrace_riscv.S, and
    vambrace_config.h selects the first one. In vambrace_config.h you select the backend, omit algorithms, and replace
    the function that wipes memory. This file is kept when you write to the same folder again; all other files are
    replaced. With --prefix, two copies can be linked into one program. --for adds package manifests: for Arduino,
    PlatformIO, ESP-IDF, Meson, and Cargo, with RustCrypto's traits.

    \b
    vambrace amalgamate -o third_party/vambrace
    vambrace amalgamate -o third_party/vambrace --backend rv32-zkned
    vambrace amalgamate -o third_party/vambrace --backend rv32-zkned --backend rv32-none --prefix acme
    vambrace amalgamate -o lib/vambrace --for platformio
    vambrace amalgamate -o components/vambrace --for esp-idf --backend rv32-none
    vambrace amalgamate --list
    """
    from vambrace.software.amalgamation import choices, packages, pair

    if listing:
        print("backends:")
        for name, build in {**choices.PORTABLE_BUILDS, **choices.builds()}.items():
            print(f"  {name:<22} {pair.meaning(build)}")
        print("package formats:")
        for name, title in packages.formats().items():
            print(f"  {name:<22} {title}")
        return
    if folder is None:
        raise click.UsageError("pass a folder with -o")
    if url and not package:
        raise click.UsageError("--url is for a package manifest: pass its format with --for")
    if package:
        texts = packages.files(package, backends, prefix, url)
        written = pair.write(folder, texts, packages.preserved(package))
    else:
        written = pair.write(folder, pair.files(backends, prefix))
    print(f"{folder}: {', '.join(written)}")
