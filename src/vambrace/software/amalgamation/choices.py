# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The choices in an amalgamation: backends, and families of algorithms with the sources that each needs."""

from __future__ import annotations

from dataclasses import replace
from fnmatch import fnmatch

from vambrace import config
from vambrace.base.errors import choose
from vambrace.config import PORTABLE, PROFILES, Build

#: The families of algorithms that a configuration may omit, with descriptions.
FAMILIES = {
    "aes-ccm": "AES-128-, AES-192- and AES-256-CCM",
    "aes-gcm": "AES-128-, AES-192- and AES-256-GCM",
    "aes-gcm-siv": "AES-128- and AES-256-GCM-SIV",
    "aes": "plain AES modes: ECB, CBC and CTR",
    "ascon-aead128": "Ascon-AEAD128",
    "ascon-aead128-options": "Ascon-AEAD128 with truncated tags and nonce masking",
    "ascon-128": "Ascon-128 (v1.2)",
    "ascon-128a": "Ascon-128a (v1.2)",
    "ascon-hash": "Ascon-Hash256, -XOF128 and -CXOF128",
    "chacha20-poly1305": "ChaCha20-Poly1305",
    "xchacha20-poly1305": "XChaCha20-Poly1305",
    "aegis-128l": "AEGIS-128L",
    "aes-cmac": "AES-128-, AES-192- and AES-256-CMAC",
    "aes-gmac": "AES-128-, AES-192- and AES-256-GMAC",
    "poly1305": "Poly1305",
    "ascon-mac": "Ascon-Mac",
    "sha256": "SHA-256",
    "hmac-sha256": "HMAC-SHA-256",
    "hkdf-sha256": "HKDF-SHA-256",
}

_GCM = ("aes-gcm", "aes-gmac")
_AES = ("aes-ccm", *_GCM, "aes-gcm-siv", "aes", "aes-cmac")
_CHACHA = ("chacha20-poly1305", "xchacha20-poly1305")
_AEAD128 = ("ascon-aead128", "ascon-aead128-options")
_ASCON = (*_AEAD128, "ascon-128", "ascon-128a", "ascon-hash", "ascon-mac")

#: Sources of lib/src and the families that need them; the first matching pattern counts. No family: all need it.
_NEEDED = (
    ("common/mac.c", ("aes-cmac", "poly1305", "ascon-mac")),
    ("common/*", ()),
    ("generic/generic.c", ()),
    ("generic/chunks.c", ()),
    ("generic/several.c", ()),
    ("generic/generic_table.c", ()),
    ("generic/generic_self_test.c", ()),
    ("generic/generic_mac.c", ()),
    ("generic/generic_mac_table.c", ()),
    ("generic/generic_mac_self_test.c", ()),
    ("generic/generic_aes*_cmac.c", ("aes-cmac",)),
    ("generic/generic_aes*_gmac.c", ("aes-gmac",)),
    ("generic/generic_poly1305.c", ("poly1305",)),
    ("generic/generic_ascon_mac.c", ("ascon-mac",)),
    ("generic/generic_hmac_sha256.c", ("hmac-sha256",)),
    ("generic/generic_aes*_ccm.c", ("aes-ccm",)),
    ("generic/generic_aes*_gcm.c", ("aes-gcm",)),
    ("generic/generic_aes*_gcm_siv.c", ("aes-gcm-siv",)),
    ("generic/generic_ascon_aead128_options.c", ("ascon-aead128-options",)),
    ("generic/generic_ascon_aead128.c", ("ascon-aead128",)),
    ("generic/generic_ascon128.c", ("ascon-128",)),
    ("generic/generic_ascon128a.c", ("ascon-128a",)),
    ("generic/generic_chacha20_poly1305.c", ("chacha20-poly1305",)),
    ("generic/generic_xchacha20_poly1305.c", ("xchacha20-poly1305",)),
    ("generic/generic_aegis128l.c", ("aegis-128l",)),
    ("frames/replay.c", ()),
    ("frames/lorawan.c", ("aes-cmac", "aes")),
    ("frames/dtls12.c", ()),
    ("frames/dtls13.c", ()),
    ("frames/dtls13_aes.c", ("aes",)),
    ("frames/dtls13_chacha20.c", _CHACHA),
    ("frames/*", ("aes-ccm",)),
    ("aegis/*", ("aegis-128l",)),
    ("aes/modes/aes.c", ("aes",)),
    ("aes/modes/ctr_stream.c", ("aes",)),
    ("aes/modes/ccm*", ("aes-ccm",)),
    ("aes/modes/gcm_siv.c", ("aes-gcm-siv",)),
    ("aes/modes/gcm*", _GCM),
    ("aes/ghash/polyval*", ("aes-gcm-siv",)),
    ("aes/ghash/*", (*_GCM, "aes-gcm-siv")),
    ("aes/zkned32/aes_zkned_ccm*", ("aes-ccm",)),
    ("aes/zkned32/aes_zkned_siv*", ("aes-gcm-siv",)),
    ("aes/rv32/aes_rv32_ccm*", ("aes-ccm",)),
    ("aes/mac/cmac.c", ("aes-cmac",)),
    ("aes/mac/gmac.c", ("aes-gmac",)),
    ("aes/*", _AES),
    ("ascon/*ascon_options*", ("ascon-aead128-options",)),
    ("ascon/ascon_usage.c", _AEAD128),
    ("ascon/ascon_aead128.c", ("ascon-aead128",)),
    ("ascon/*ascon_aead128*", _AEAD128),
    ("ascon/*ascon128a*", ("ascon-128a",)),
    ("ascon/*ascon128*", ("ascon-128",)),
    ("ascon/*ascon_hash*", ("ascon-hash",)),
    ("ascon/ascon_mac.c", ("ascon-mac",)),
    ("ascon/*", _ASCON),
    ("chacha/*", _CHACHA),
    ("hmac/hkdf_sha256.c", ("hkdf-sha256",)),
    ("hmac/hmac_sha256.c", ("hmac-sha256", "hkdf-sha256")),
    ("sha256/*", ("sha256", "hmac-sha256", "hkdf-sha256")),
    ("poly1305/poly1305_calls.c", ("poly1305",)),
    ("poly1305/*", (*_CHACHA, "poly1305")),
    ("xchacha/*", ("xchacha20-poly1305",)),
)  # fmt: skip

#: Folders of lib/src that an amalgamation omits: hardware drivers, and code for RISC-V machine mode only.
LEFT_OUT = ("engine/", "aes/unit/", "probe/")


def needed_by(source: str) -> tuple[str, ...]:
    """Return the families that need a source of lib/src, given by its path there; none: every choice needs it."""
    return next(families for pattern, families in _NEEDED if fnmatch(source, pattern))


def object_family(symbol: str) -> str:
    """Return the family of an object of vambrace/generic.h or generic_mac.h, by its name without prefix, such as
    aes128_ccm.
    """
    return needed_by(f"generic/generic_{symbol}.c")[0]


def builds() -> dict[str, Build]:
    """Return the assembly backends by their names on the command line."""
    by_name = {}
    for known in config.extension_sets().values():
        if known.accelerator:
            continue
        for profile in PROFILES:
            build = Build(known, profile)
            by_name[f"rv32-{build.label}"] = build
            if build.label in ("none", "zbkb", "zkned", "zkned:size"):
                by_name[f"rv64-{build.label}"] = replace(build, xlen=64)
    return by_name


#: The backend in every amalgamation, in both profiles.
PORTABLE_BUILDS = {"portable": PORTABLE, "portable:size": replace(PORTABLE, profile="size")}


def build(name: str) -> Build:
    """Return the backend of this name. UsageError lists similar names, or all of them."""
    known = {**PORTABLE_BUILDS, **builds()}
    return known[choose("backend", name, known, "vambrace amalgamate --list")]


def identifier(name: str) -> str:
    """Return a backend's name in the configuration header."""
    return name.replace("-", "_").replace("+", "_").replace(":", "_")
