# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""PSA Crypto of Mbed TLS, with libvambrace as its accelerator driver (lib/psa) or with its own code.

Mbed TLS (configs/peers.toml) is unmodified, with our configuration in firmware/psa. So is TF-PSA-Crypto, where a setup
has it instead (tf_psa.py).
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from vambrace import config
from vambrace.base import store
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.config import Build, macros
from vambrace.software import peers
from vambrace.software.ports import tf_psa
from vambrace.software.toolchain import program

#: The files of Mbed TLS that PSA Crypto with symmetric keys needs. Files that the driver replaces, or that are omitted,
#: are empty.
_CORE = "psa_crypto.c"
_FILES = (
    "aes.c", "block_cipher.c", "ccm.c", "chacha20.c", "chachapoly.c", "cipher.c", "cipher_wrap.c", "constant_time.c",
    "gcm.c", "platform.c", "platform_util.c", "poly1305.c", "psa_crypto_aead.c", "psa_crypto_cipher.c",
    "psa_crypto_client.c", "psa_crypto_driver_wrappers_no_static.c", "psa_crypto_hash.c", "psa_crypto_mac.c",
    "psa_crypto_rsa.c", "psa_crypto_slot_management.c", "psa_util.c",
)  # fmt: skip

#: The additions to psa_crypto.c that docs/user/psa.md describes for Ascon: a line, and the one before which it is
#: inserted.
ASCON = {
    "    return PSA_ALG_AEAD_WITH_DEFAULT_LENGTH_TAG(alg);\n": (
        "if ((alg & ~0x3f0000u) == 0x05000700) { return 0x05100700; }\n"
    ),
    "            (void) nonce_length;\n": "if (base_alg == 0x05100700 && nonce_length == 16) { return PSA_SUCCESS; }\n",
    "            (void) tag_len;\n": (
        "if ((alg & ~0x3f0000u) == 0x05000700 && tag_len >= 4 && tag_len <= 16) { return PSA_SUCCESS; }\n"
    ),
}


@dataclass(frozen=True)
class Setup:
    """The configuration of Mbed TLS."""

    driver: bool  # libvambrace does the work instead of its own code
    copies: bool = False  # it copies the caller's buffers, its default
    ascon: bool = False  # with the lines for Ascon
    self_tests: bool = False  # with its own CCM and GCM modules and their tests
    tf: bool = False  # TF-PSA-Crypto


def sources(setup: Setup) -> list[Path]:
    """Return the files of Mbed TLS and of the driver."""
    library = mbedtls() / "library" if not setup.tf else None
    theirs = [library / name for name in (_CORE, *_FILES)] if library else tf_psa.sources()
    if setup.ascon:
        theirs = [_core_with_ascon(file) if file.name == _CORE else file for file in theirs]
    return [*theirs, *(driver_sources() if setup.driver else [])]


def driver_sources() -> list[Path]:
    """Return the files of the driver."""
    return sorted((root() / "lib" / "psa" / "src").glob("*.c"))


@cache
def _core_with_ascon(file: Path) -> Path:
    text = file.read_text()
    for anchor, line in ASCON.items():
        if text.count(anchor) != 1:
            raise VambraceError(f"{file.name}: the anchor for Ascon occurs {text.count(anchor)} times, not once")
        text = text.replace(anchor, line + anchor)

    def write(work: Path) -> None:
        (work / _CORE).write_text(text)

    return store.entry("psa", store.digest(text), write) / _CORE


def mbedtls() -> Path:
    """Return the folder with the sources of Mbed TLS, which are downloaded on first use."""
    return peers.sources(config.peers()["mbedtls"])


def includes(setup: Setup) -> list[str]:
    """Return the include flags for Mbed TLS and the driver, without a configuration."""
    own = ["include", "src", "psa/include", "psa/tf-psa-crypto" if setup.tf else "psa/mbedtls-3.6"]
    return [
        *(f"-I{root() / 'lib' / folder}" for folder in (own if setup.driver else [])),
        *(tf_psa.includes() if setup.tf else [f"-I{mbedtls() / folder}" for folder in ("include", "library")]),
    ]


def flags(setup: Setup) -> list[str]:
    """Return the compiler flags for all these files and for programs that use them."""
    return [
        *includes(setup),
        f"-I{root() / 'firmware' / 'psa'}",
        *macros.mbedtls(setup.driver, setup.copies, setup.self_tests, setup.tf),
    ]


@cache
def library(setup: Setup, build: Build) -> Path:
    """Return Mbed TLS for a core, with the driver and libvambrace in the same archive. Mbed TLS is compiled with its
    users' flags, libvambrace and the driver with the library's.
    """
    optimisation = next(flag for flag in program.library_flags(build) if flag.startswith("-O"))
    theirs = ["-std=c99", optimisation, *program.access_flags(build), "-w", *macros.of(build), *flags(setup)]
    files = sources(setup)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(lambda file: program.compile_object(file, theirs, build.xlen), files))
    ours = program.library_sources() if setup.driver else []
    objects += program.compile_objects(ours, program.source_flags(build), build.xlen)
    return program.archive("libpeer.a", [*(f.stem for f in files), *map(program.member, ours)], objects)
