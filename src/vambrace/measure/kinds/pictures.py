# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `pictures`: a picture encrypted and decrypted on a core."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from vambrace.measure.kinds import columns as shared
from vambrace.results import fields as common
from vambrace.results.column import Column, words
from vambrace.results.kind import Kind
from vambrace.results.schema import Fields, Record, detail, figure, identity

SIZES = ("32x32", "512x512")
MODES = ("ecb", "cbc", "aead")
TEXTS = ("original", "encrypted", "decrypted", "tampered")


@dataclass(frozen=True, kw_only=True)
class Configuration:
    core_parameters: common.Parameters = common.core_parameters()
    units: list[str] = common.units()
    wait_states: int = common.wait_states()
    caches: str | None = identity("`cold`: caches are empty when a call begins; null if there are none")
    library_flags: str = common.library_flags()
    nonce_bytes: int = detail("nonce; for CBC the initialization vector; 0 for ECB", "bytes")
    tag_bytes: int = detail("tag; 0 for ciphers", "bytes")


@dataclass(frozen=True, kw_only=True)
class Pictures(Record):
    record: ClassVar[str] = "pictures"

    library: str = common.library("`vambrace`")
    core: str = common.core()
    extensions: str = common.extensions()
    profile: str = common.profile(selectable=False)
    accesses: str = common.accesses(selectable=False)
    picture: str = identity(
        "`shield`, our own drawing, or the name of a user's file", selector="picture", default="shield"
    )
    size: str = identity("width x height in pixels of one byte", selector="size", values=SIZES)
    mode: str = identity("`ecb`, `cbc` or `aead`", selector="mode", values=MODES)
    algorithm: str = identity("the algorithm of this mode on this point")
    text: str = identity(
        "`original`; `encrypted`; `decrypted`; `tampered`: decrypted with one bit of the ciphertext changed",
        selector="text",
        values=TEXTS,
    )
    operation: str | None = detail(
        "the operation that produced it; null for the original, as are status, cycles and instructions"
    )
    message_bytes: int = detail("the input of the call", "bytes")
    padding_bytes: int = detail("the zeros among them that complete the last block", "bytes")
    status: str | None = detail("`done`, or `refused`: the tag is wrong, and all output is zero")
    cycles: int | None = figure(
        "cycles", "of the call, from call to return; on a core with caches, these are empty at the start"
    )
    cycles_per_byte: float | None = figure("cycles", "divided by the bytes of the call")
    cycles_with_key_setup: int | None = figure("cycles", "the same plus the call that expands the key")
    instret: int | None = common.instret()
    entropy_bits: float = figure(
        "bits", "Shannon entropy of the pixel values, from their frequencies: 0 to 8", better=0
    )
    correlation: float | None = figure(
        "", "Pearson coefficient of each pixel and its right neighbour; null if all pixels are equal", better=0
    )
    correlation_vertical: float | None = figure("", "the same for the pixel below", better=0)
    correlation_diagonal: float | None = figure("", "the same for the one below to the right", better=0)
    histogram: list[int] = detail("number of pixels with each of the 256 values")
    blocks: int = detail("whole blocks of 16 bytes, including padding")
    repeated_blocks: int = figure("", "those equal to an earlier block")
    differing_pixels: int = figure("", "pixels that differ from the original")
    checked: bool = common.checked()
    tools: common.Versions = common.tools()
    configuration: Configuration = detail("the core, its caches, and how the library was compiled")
    source_hash: str = common.source_hash()


def _options(record: Fields) -> Iterator[str]:
    yield f"--mode {record['mode']} --point {record['core']}/{record['extensions']}"


KIND = Kind(
    record=Pictures,
    title="encrypted pictures",
    command="study pictures",
    subject=lambda record: str(record["size"]),
    options=_options,
    columns=(
        words("picture", lambda r: f"{r['picture']} {r['size']}", if_different=True),
        words("mode", "algorithm"),
        words("text", lambda r: r["text"] + " (refused)" * (r["status"] == "refused")),
        words("on", lambda r: f"{r['core']}/{r['extensions']}", if_different=True),
        Column("bits", "entropy_bits", 3),
        Column("right", "correlation", form="correlation"),
        Column("below", "correlation_vertical", form="correlation"),
        Column("both", "correlation_diagonal", form="correlation"),
        Column("repeated", "repeated_blocks"),
        Column("blocks", "blocks"),
        Column("wrong", "differing_pixels"),
        shared.CYCLES,
        Column("per byte", "cycles_per_byte", 2, on_page=True),
    ),
)
