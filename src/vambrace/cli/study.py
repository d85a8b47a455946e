# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The commands `vambrace study ...`."""

import sys
from dataclasses import asdict
from pathlib import Path

import click

from vambrace.cli.clustered import cluster_options
from vambrace.cli.lazy_group import Group
from vambrace.cli.options import FOLDER, Bytes, Results, profile_option, report, results_options
from vambrace.measure.studies import PICTURE_POINT


@click.group(cls=Group)
def study() -> None:
    """Measure code that is not part of the library, for comparison.

    \b
    vambrace study ciphers                  nine lightweight ciphers, one message of 128 bits
    vambrace study pictures -o pictures     a picture encrypted with ECB, CBC and AEAD
    vambrace study ascon64                  Ascon on 64-bit RISC-V, by message size
    vambrace study psa                      overhead of Mbed TLS' PSA Crypto per library call
    """


@study.command()
@click.argument("names", nargs=-1, metavar="[CIPHER]...")
@click.option("--core", default="ibex-ref", show_default=True, help="Run on this core, which must have no caches.")
@click.option("--cflags", default="", help="More compiler flags, for example -O3.")
@click.option("--list", "listing", is_flag=True, help="List the ciphers.")
@profile_option
@results_options()
@cluster_options
def ciphers(names: tuple[str, ...], core: str, cflags: str, listing: bool, profile: str, results: Results) -> None:
    """Measure lightweight ciphers on one core, each encrypting and decrypting 128 bits.

    CIPHER is a name that --list prints; without one, all of them. Each is plain C, compiled with the same flags and run
    on the core's RTL without extensions; its output is compared with another implementation. Prints cycles of key
    set-up and of the blocks, instructions, bytes fetched, loaded and stored, and bytes of code, tables, stack and
    expanded key. Only what has changed is run again. The ciphers are studies and not part of the library: most are not
    constant-time.

    \b
    vambrace study ciphers
    vambrace study ciphers ascon seed noekeon --json ciphers.json
    vambrace study ciphers --profile size                  compiled with -Os
    vambrace study ciphers --core ibex-fast --cflags -O3 --markdown
    """
    from vambrace.measure import planner
    from vambrace.measure.studies import ciphers as ciphers_module
    from vambrace.view.ciphers_table import grids

    if listing:
        for cipher in ciphers_module.ciphers().values():
            print(f"  {cipher.name:<10} {cipher.title}; {cipher.source}")
        return
    tasks = ciphers_module.tasks(names, core, cflags.split(), profile)
    measurements, failures = planner.measure("ciphers", tasks)
    results.show(grids(measurements), measurements, failures)


@study.command()
@click.argument("sizes", nargs=-1, metavar="[SIZE]...")
@click.option("--mode", "modes", multiple=True, metavar="MODE", help="Run only this mode: ecb, cbc, aead (repeatable).")
@click.option("--point", default=PICTURE_POINT, show_default=True, help="Run on this point.")
@click.option(
    "--picture", "file", type=click.Path(path_type=Path), help="Encrypt this picture instead of the built-in one."
)
@click.option("--output", "-o", "folder", type=FOLDER, help="Write the pictures to this folder.")
@click.option("--list", "listing", is_flag=True, help="List sizes, modes and points.")
@results_options()
@cluster_options
def pictures(
    sizes: tuple[str, ...],
    modes: tuple[str, ...],
    point: str,
    file: Path | None,
    folder: Path | None,
    listing: bool,
    results: Results,
) -> None:
    """Encrypt and decrypt a picture on a core, with ECB, CBC and AEAD.

    SIZE is width x height, such as 64x48; without one, 32x32 and 512x512, or the size of --picture. The simulated core
    encrypts the picture in RAM with libvambrace. The ciphertext is then decrypted on the core, and once more with one
    bit changed, as if it had been tampered with in transit. All results are compared with another implementation.
    Prints entropy, correlation of neighbouring pixels, repeated blocks and cycles; -o writes each picture as PNG, and a
    sheet for each size. AEAD is AES-128-CCM, or Ascon-AEAD128 on points that accelerate only Ascon. 512x512 takes
    seconds with an AES unit or an engine, and minutes in software. Only what has changed is run again.

    \b
    vambrace study pictures -o pictures
    vambrace study pictures 32x32 --mode ecb --mode cbc --json pictures.json
    vambrace study pictures 512x512 --point ibex-fast/engine
    vambrace study pictures --picture cat.jpg -o cat
    vambrace study pictures 320x240 --picture cat.jpg -o cat
    """
    from vambrace.measure import planner
    from vambrace.measure.studies import pictures as pictures_module
    from vambrace.view import picture_sheet
    from vambrace.view.pictures_table import grids

    if listing:
        _list_pictures()
        return
    tasks = pictures_module.tasks(sizes, modes, point, file)
    where = picture_sheet.folder(folder) if folder else None
    measurements, failures = planner.measure("pictures", tasks)
    results.show(grids(measurements), measurements)
    if where and not failures:
        drawn = [(pictures_module.measure(t), pictures_module.texts(t)) for t in tasks]
        print(f"{len(picture_sheet.write(where, drawn))} pictures in {where}", file=sys.stderr)
    report(failures)


def _list_pictures() -> None:
    from vambrace.measure.studies import pictures as pictures_module

    modes = [f"{mode} ({', '.join(names)})" for mode, names in pictures_module.MODES.items()]
    print(f"  sizes   {', '.join(pictures_module.SIZES)}, or any WIDTHxHEIGHT")
    print(f"  modes   {', '.join(modes)}")
    print(f"  points  {', '.join(pictures_module.points())}")


@study.command()
@click.argument("names", nargs=-1, metavar="[STYLE]...")
@click.option("--size", "sizes", multiple=True, type=Bytes(), help="Message length in bytes (repeatable).")
@click.option("--core", "cores", multiple=True, help="Run on this 64-bit core, or on spike (repeatable; default: all).")
@click.option("--list", "listing", is_flag=True, help="List the styles.")
@results_options()
@cluster_options
def ascon64(
    names: tuple[str, ...], sizes: tuple[int, ...], cores: tuple[str, ...], listing: bool, results: Results
) -> None:
    """Measure Ascon on 64-bit RISC-V, sealing and opening messages of several sizes.

    STYLE is a name that --list prints; without one, all of them: the three C styles of a published report, one of them
    with only its finalisation replaced, and libvambrace in C and in assembly. 64-bit Rocket counts cycles, with warm
    caches; Spike counts instructions, also with Zbkb or Zbb, which this Rocket lacks. Messages of more than 64K are
    estimated from shorter ones, and marked. Every output is compared with that of another implementation. Only what has
    changed is run again.

    \b
    vambrace study ascon64
    vambrace study ascon64 opt64 assembly --size 64 --size 4K --json ascon64.json
    vambrace study ascon64 --core spike --markdown
    """
    from vambrace.measure import planner
    from vambrace.measure.studies import ascon64 as ascon64_module
    from vambrace.view import ascon64_table

    if listing:
        for style in ascon64_module.STYLES.values():
            print(f"  {style.name:<14} {style.title}")
        return
    tasks = ascon64_module.plan(names, sizes, cores)
    measurements, failures = planner.measure("ascon64", tasks)
    results.show(ascon64_table.grids(measurements), measurements, failures)


@study.command()
@click.argument("points", nargs=-1, metavar="[POINT]...")
@results_options()
def psa(points: tuple[str, ...], results: Results) -> None:
    """Measure a short message through PSA Crypto of Mbed TLS, with libvambrace as its driver.

    POINT is a name from `vambrace points` with a 32-bit core without caches; without one, ibex-ref with the library
    alone, with Zkned, and with the engine. For psa_aead_encrypt and psa_aead_decrypt of 16 bytes, prints the cycles of
    the library's calls, of the driver, of Mbed TLS' key lookup, of the rest of Mbed TLS, and of its optional copies of
    the buffers; and the same call with Mbed TLS' own code. Results are compared with each other. Only what has changed
    is run again.

    \b
    vambrace study psa
    vambrace study psa ibex-fast/zkned --markdown
    vambrace study psa --json psa.json
    """
    from vambrace.base.progress import doing
    from vambrace.measure.studies import psa as psa_module
    from vambrace.view.psa_table import grid

    grids, entries = [], []
    for point in psa_module.points(points):
        with doing(f"measuring PSA Crypto on {point.name}"):
            costs = psa_module.measure(point)
        grids.append(grid(point.name, costs, psa_module.ALGORITHMS))
        entries += [{"point": point.name, **asdict(cost), "call": cost.call} for cost in costs]
    results.show(grids, entries)
