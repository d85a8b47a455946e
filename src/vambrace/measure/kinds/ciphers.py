# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `ciphers`: the study of lightweight ciphers."""

from dataclasses import dataclass
from typing import ClassVar

from vambrace.measure.kinds import arguments
from vambrace.measure.kinds import columns as shared
from vambrace.results import fields as common
from vambrace.results.column import Column, words
from vambrace.results.kind import Kind
from vambrace.results.schema import Record, detail, figure, identity

#: The ciphers by name: configs/ciphers.toml.
NAMES = ("ascon", "aria", "gost", "hight", "idea", "noekeon", "seed", "simon-128")


@dataclass(frozen=True, kw_only=True)
class KeySetup:
    instret: int = common.instret()
    bytes_fetched: int = common.bytes_fetched()
    bytes_loaded: int = common.bytes_loaded()
    bytes_stored: int = common.bytes_stored()


@dataclass(frozen=True, kw_only=True)
class Configuration:
    core_parameters: common.Parameters = common.core_parameters()
    wait_states: int = common.wait_states()
    library_flags: str = identity("compiler flags of the cipher")
    secrets: list[str] = detail("that depend on key or message: `addresses`, `branches`, or none")


@dataclass(frozen=True, kw_only=True)
class Ciphers(Record):
    record: ClassVar[str] = "ciphers"

    library: str = common.library("origin of the code: `study`, or `vambrace` for Ascon")
    core: str = common.core()
    extensions: str = common.extensions()
    profile: str = common.profile()
    cipher: str = identity("its name on the command line", selector="cipher", values=NAMES)
    title: str = detail("its full name")
    source: str = detail("the standard that it implements")
    key_bits: int = detail("of the cipher", "bits")
    block_bits: int = detail("of the cipher; for Ascon-128 the bits of the message", "bits")
    message_bytes: int = detail("16, as one block or two", "bytes")
    operation: str = identity("`encrypt` or `decrypt`", selector="operation")
    cycles: int = figure("cycles", "from call to return, summed over the blocks")
    cycles_per_byte: float = figure("cycles", "divided by 16 bytes")
    key_setup_cycles: int = figure("cycles", "the key set-up for this direction")
    cycles_with_key_setup: int = figure("cycles", "the sum of both")
    instret: int = common.instret()
    bytes_fetched: int = common.bytes_fetched()
    bytes_loaded: int = common.bytes_loaded()
    bytes_stored: int = common.bytes_stored()
    code_bytes: int = figure("bytes", "instructions of key set-up and this direction only")
    static_bytes: int = common.static_bytes()
    stack_bytes: int = figure("bytes", "the deepest stack of all calls")
    key_bytes: int = figure("bytes", "size of the expanded key")
    key_setup: KeySetup = detail("`instret` to `bytes_stored` for the key set-up")
    checked: bool = common.checked()
    tools: common.Versions = common.tools()
    configuration: Configuration = detail("the core, and how the cipher was compiled")
    source_hash: str = common.source_hash()


KIND = Kind(
    record=Ciphers,
    title="the study of eight lightweight ciphers",
    command="study ciphers",
    options=arguments.of_profile,
    subject=lambda record: str(record["cipher"]),
    columns=(
        words("cipher", "title"),
        words("operation", "operation"),
        shared.CORE,
        words("profile", "profile", variant=True),
        Column("block bits", "block_bits"),
        Column("key bits", "key_bits"),
        shared.CYCLES,
        Column("per byte", "cycles_per_byte", 1),
        Column("key set-up", "key_setup_cycles"),
        Column("instructions", "instret"),
        Column("fetched", "bytes_fetched"),
        Column("loaded", "bytes_loaded"),
        Column("stored", "bytes_stored"),
        Column("code", "code_bytes"),
        Column("static", "static_bytes"),
        Column("stack", "stack_bytes"),
        words("secrets in", lambda r: ", ".join(r["configuration"]["secrets"])),
    ),
)
