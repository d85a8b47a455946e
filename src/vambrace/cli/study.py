# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The commands `vambrace study ...`."""

import sys
from pathlib import Path

import click

from vambrace.cli.lazy_group import Group
from vambrace.cli.options import FOLDER, Bytes, csv_option, json_option, markdown_option, report, show
from vambrace.measure.studies import PICTURE_POINT


@click.group(cls=Group)
def study() -> None:
    """Measure code that is no part of the library, for comparison.

    \b
    vambrace study ciphers                  nine lightweight ciphers, one message of 128 bits
    vambrace study pictures -o pictures     a picture encrypted with ECB, CBC and AEAD
    vambrace study ascon64                  Ascon on 64-bit RISC-V, by message size
    vambrace study psa                      what PSA Crypto of Mbed TLS adds to a call of the library
    """


@study.command()
@click.argument("names", nargs=-1, metavar="[CIPHER]...")
@click.option("--core", default="ibex-ref", show_default=True, help="The core; one without caches.")
@click.option("--cflags", default="", help="More flags for the compiler, for example -O3.")
@click.option("--list", "listing", is_flag=True, help="List the ciphers.")
@json_option
@csv_option
@markdown_option
def ciphers(names, core, cflags, listing, json_file, csv_file, as_markdown) -> None:
    """Measure lightweight ciphers on one core, each encrypting and decrypting 128 bits.

    CIPHER is a name that --list prints; without one, all of them. Each is plain C, compiled alike
    and run on the core's RTL without extensions; what it gives is compared with another
    implementation. Cycles of key set-up and of the blocks, instructions, bytes fetched, loaded
    and stored, and the bytes of code, tables, stack and expanded key. What has not changed is
    not run again. The ciphers are studies, no part of the library: most are not constant-time.

    \b
    vambrace study ciphers
    vambrace study ciphers ascon seed noekeon --json ciphers.json
    vambrace study ciphers --core ibex-fast --cflags -O3 --markdown
    """
    from vambrace.measure import engine as measuring
    from vambrace.measure.studies import ciphers as ciphers_module
    from vambrace.view.ciphers_table import grids

    if listing:
        for cipher in ciphers_module.ciphers().values():
            print(f"  {cipher.name:<10} {cipher.title}; {cipher.source}")
        return
    tasks = ciphers_module.tasks(names, core, cflags.split())
    found, failures = measuring.measure("ciphers", tasks)
    show(grids(found), found, as_markdown, json_file, csv_file)
    report(failures)


@study.command()
@click.argument("sizes", nargs=-1, metavar="[SIZE]...")
@click.option("--mode", "modes", multiple=True, metavar="MODE", help="Only this mode: ecb, cbc, aead (repeatable).")
@click.option("--point", default=PICTURE_POINT, show_default=True, help="Which core encrypts, with what.")
@click.option("--picture", "file", type=click.Path(path_type=Path), help="A picture of your own, in place of ours.")
@click.option("--output", "-o", "folder", type=FOLDER, help="Write the pictures to this folder.")
@click.option("--list", "listing", is_flag=True, help="List sizes, modes and points.")
@json_option
@csv_option
@markdown_option
def pictures(sizes, modes, point, file, folder, listing, json_file, csv_file, as_markdown) -> None:
    """Encrypt and decrypt a picture on a core, with ECB, CBC and AEAD.

    SIZE is width x height, such as 64x48; without one 32x32 and 512x512, or that of the picture. The
    picture goes into the RAM of the simulated system, whose core encrypts it by libvambrace; what
    comes out goes back in and is decrypted there, and once more with one bit changed, as by somebody
    on the way. All of it is compared with another implementation. Entropy, correlation of
    neighbours, repeated blocks, cycles; with -o each picture as PNG, and a sheet of each size. AEAD
    is AES-128-CCM, where the point is for Ascon alone Ascon-AEAD128. 512x512 takes seconds
    with an AES unit or an engine, and minutes in software. What has not changed is not run again.

    \b
    vambrace study pictures -o pictures
    vambrace study pictures 32x32 --mode ecb --mode cbc --json pictures.json
    vambrace study pictures 512x512 --point ibex-fast/engine
    vambrace study pictures --picture cat.jpg -o cat
    vambrace study pictures 320x240 --picture cat.jpg -o cat
    """
    from vambrace.measure import engine as measuring
    from vambrace.measure.studies import pictures as pictures_module
    from vambrace.view import picture_sheet
    from vambrace.view.pictures_table import grids

    if listing:
        _list_pictures()
        return
    tasks = pictures_module.tasks(sizes, modes, point, file)
    where = picture_sheet.folder(folder) if folder else None
    found, failures = measuring.measure("pictures", tasks)
    show(grids(found), found, as_markdown, json_file, csv_file)
    if where and not failures:
        made = [(pictures_module.measure(t), pictures_module.texts(t)) for t in tasks]
        print(f"{len(picture_sheet.write(where, made))} pictures in {where}", file=sys.stderr)
    report(failures)


def _list_pictures() -> None:
    from vambrace.measure.studies import pictures as pictures_module

    modes = [f"{mode} ({', '.join(names)})" for mode, names in pictures_module.MODES.items()]
    print(f"  sizes   {', '.join(pictures_module.SIZES)}, or any WIDTHxHEIGHT")
    print(f"  modes   {', '.join(modes)}")
    print(f"  points  {', '.join(pictures_module.points())}")


@study.command()
@click.argument("names", nargs=-1, metavar="[STYLE]...")
@click.option("--size", "sizes", multiple=True, type=Bytes(), help="Bytes of the message (repeatable).")
@click.option("--core", "cores", multiple=True, help="A core of 64 bits, or spike (repeatable; default: all).")
@click.option("--list", "listing", is_flag=True, help="List the styles.")
@json_option
@csv_option
@markdown_option
def ascon64(names, sizes, cores, listing, json_file, csv_file, as_markdown) -> None:
    """Measure Ascon on 64-bit RISC-V, sealing and opening messages of several sizes.

    STYLE is a name that --list prints; without one, all of them: the three C styles of a report on
    this, one of them with only its end exchanged, and libvambrace in C and in assembly. Rocket of
    64 bits gives cycles, with warm caches; Spike gives instructions, also with Zbkb or Zbb, which
    that Rocket lacks. A message of more than 64K is estimated from shorter ones, and marked.
    Every output is compared with another implementation's. What has not changed is not run again.

    \b
    vambrace study ascon64
    vambrace study ascon64 opt64 assembly --size 64 --size 4K --json ascon64.json
    vambrace study ascon64 --core spike --markdown
    """
    from vambrace.measure import engine as measuring
    from vambrace.measure.studies import ascon64 as ascon64_module
    from vambrace.view import ascon64_table

    if listing:
        for style in ascon64_module.STYLES.values():
            print(f"  {style.name:<12} {style.title}")
        return
    tasks = ascon64_module.plan(names, sizes, cores)
    found, failures = measuring.measure("ascon64", tasks)
    show(ascon64_table.grids(found), found, as_markdown, json_file, csv_file)
    report(failures)


@study.command()
@click.argument("points", nargs=-1, metavar="[POINT]...")
@markdown_option
def psa(points, as_markdown) -> None:
    """Measure a short message through PSA Crypto of Mbed TLS, with libvambrace as its driver.

    POINT is a name of `vambrace points` with a core of 32 bits without caches; without one, ibex-ref
    with the library alone, with Zkn, and with the engine. psa_aead_encrypt and psa_aead_decrypt of 16
    bytes: the calls of the library, what the driver adds to them, how long Mbed TLS looks for the key,
    the rest of Mbed TLS, and how much more it takes to copy what it is passed; and the same call with
    Mbed TLS' own code. Results are compared with each other. What has not changed is not run again.

    \b
    vambrace study psa
    vambrace study psa ibex-fast/zkn --markdown
    """
    from vambrace.base.progress import doing
    from vambrace.measure.studies import psa as psa_module
    from vambrace.view.psa_table import grid

    grids = []
    for point in psa_module.points(points):
        with doing(f"measuring PSA Crypto on {point.name}"):
            grids.append(grid(point.name, psa_module.measure(point), psa_module.ALGORITHMS))
    show(grids, [], as_markdown, None)
