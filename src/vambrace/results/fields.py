# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Fields of several kinds of records, with the same meaning in each."""

from typing import Any

from vambrace.config import ACCESSES, PROFILES
from vambrace.results.schema import detail, figure, identity, joined

Versions = dict[str, str]
Parameters = dict[str, int]


def library(
    meaning: str = "the library that ran: `vambrace`; with `--peers` also `libsodium`, `mbedtls` and the names in "
    "configs/checkouts; with `--with` the name in that file; of `vambrace paper --programs` a name of "
    "`configs/programs.toml`",
    selectable: bool = False,
) -> Any:
    return identity(meaning, selector="library", default="") if selectable else identity(meaning)


def core(meaning: str = "the core, a name of `vambrace points`") -> Any:
    return identity(meaning)


def extensions() -> Any:
    return identity("the extension set, the accelerator with its coupling among them: a name of `vambrace points`")


def profile(selectable: bool = True) -> Any:
    meaning = "optimisation profile of the library: `speed`, or `size`"
    return identity(meaning, selector="profile", default="speed", values=PROFILES) if selectable else identity(meaning)


def accesses(selectable: bool = True) -> Any:
    meaning = (
        "loads and stores of the library: `misaligned`, at any address, or `aligned`, only at multiples of their size"
    )
    return identity(meaning, selector="accesses", default="", values=ACCESSES) if selectable else identity(meaning)


def algorithm() -> Any:
    return identity("a name of `vambrace points`, such as `aes-128-ccm` or `ascon-hash256`", selector="algorithm")


def algorithm_kind() -> Any:
    return detail("kind of the algorithm: `aead`, `cipher` (ECB, CBC, CTR), `hash` (also XOFs) or `mac`")


def scenario(meaning: str = "name of the scenario: `zigbee`, `ipv6`, `zigbee-frame`, `ipv6-frame`") -> Any:
    return identity(meaning, selector="scenario")


def operation() -> Any:
    return identity(
        "for an aead `seal` or `open`; for a cipher `encrypt` or `decrypt`, which in CTR are the same function; for a "
        "hash `hash`; for a mac `compute` or `verify`",
        selector="operation",
    )


def ad_bytes() -> Any:
    return detail(
        "associated data: 0 for ciphers, hashes and MACs; for `ascon-cxof128` the customization string", "bytes"
    )


def message_bytes() -> Any:
    return detail("the message: that of the scenario, for ECB and CBC rounded down to whole blocks", "bytes")


def cycles() -> Any:
    return figure("cycles", "clock cycles from the call of the operation to its return, key set-up not included")


def instret() -> Any:
    return figure("", "instructions retired in the operation")


def bytes_fetched() -> Any:
    return figure(
        "bytes",
        "transferred on the instruction bus during the operation, including prefetch; null on a core with caches",
    )


def bytes_loaded() -> Any:
    return figure("bytes", "moved by the operation's load instructions; excludes transfers of an engine's memory port")


def bytes_stored() -> Any:
    return figure("bytes", "moved by the operation's store instructions; likewise")


def code_bytes() -> Any:
    return figure("bytes", "instructions linked for key set-up and this operation, including libgcc and libc")


def static_bytes() -> Any:
    return figure("bytes", "constants and variables linked for them")


def key_bytes() -> Any:
    return figure("bytes", "size of the expanded key, which the caller stores; 0 for hashes")


def published_bytes() -> Any:
    return joined(
        "code, static data and stack that a paper reports for this row (sealing, on `ibex-ref`), or null",
        "bytes",
        ("memory", "sum_bytes"),
    )


def block() -> Any:
    return identity("a name of `configs/blocks.toml`; null for a point")


def engine() -> Any:
    return detail("the module that is the engine or AES unit, with its parameters; null if there is none")


def coupling() -> Any:
    return detail("the module that couples it; null if there is none")


def checked() -> Any:
    return detail(
        "true: all output equals that of an independent implementation; a measurement that fails this check yields "
        "no record"
    )


def tools() -> Any:
    return detail("versions of vambrace, of the tools that took part, and of the core")


def source_hash(meaning: str = "hash of the simulation model's sources and of the program") -> Any:
    return detail(meaning)


def core_parameters() -> Any:
    return detail("parameters of the core, from `configs/cores.toml`; null for a block")


def units() -> Any:
    return detail("function units of the extension set; `Engines`: the AEAD engine")


def wait_states() -> Any:
    return detail("wait states of the RAM: 0")


def library_flags() -> Any:
    return identity("compiler flags of the library")


def liberty() -> Any:
    return identity("the cell library")


def liberty_hash() -> Any:
    return identity("hash of its file")


def caches() -> Any:
    return identity(
        "`warm` or `cold`: the state of the caches when the call begins ([Rocket](rocket.md)); null if there are none",
        selector="caches",
        default="warm",
        values=("warm", "cold"),
    )
