# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A checkout of a program of others that is none: Ascon-128 of our study of it, behind the function of one that
configs/programs.toml has, with an adaptor that is therefore there already."""

import hashlib
import shutil
import tomllib
from pathlib import Path

import pytest

from vambrace import config
from vambrace.base.paths import root
from vambrace.config import load as files
from vambrace.results import inputs, record_store
from vambrace.software import checkouts

CORE = """
#include "ascon64.h"

int ascon_core(uint8_t *out, const uint8_t *in, unsigned len, const uint8_t *ad, unsigned ad_len, const uint8_t *nonce,
               const uint8_t *key, unsigned char mode)
{
    const vmb_study_ascon64_key *k = (const void *)key;

    if (mode == 1) {
        return vmb_study_ascon64_ref_seal(k, out, out + len, 16, nonce, 16, ad, ad_len, in, len);
    }
    return vmb_study_ascon64_ref_open(k, out, in + len, 16, nonce, 16, ad, ad_len, in, len);
}
"""

ENTRY = """
[fake]
title = "a program for tests"
version = "1"
kind = "checkout"
package = "someone/fake"
package_version = "0123456789abcdef0123456789abcdef01234567"
adaptor = "riscv_crypto_ascon"
sources = ["core.c", "ref.c"]
compiled = ["-Os"]
windows = {{ seal = "ascon_core", open = "ascon_core" }}
edits = [{{ file = "core.c", old = "mode == 2", new = "mode == 1" }}]

[fake.algorithms]
ascon-128 = "vmb_riscv_crypto_ascon128"

[fake.variants.none]

[fake.files]
{files}
"""


def checkout(folder: Path, core: str = CORE) -> Path:
    """Make the checkout in a folder, and return it."""
    there = folder / "fake"
    there.mkdir(parents=True)
    study = root() / "studies" / "ascon64"
    for file in (study / "ref.c", *study.glob("*.h")):
        shutil.copy(file, there)
    (there / "core.c").write_text(core.replace("mode == 1", "mode == 2"))
    return there


def described(there: Path) -> str:
    """The entry that describes a checkout as it is now."""
    hashes = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(there.iterdir())}
    return ENTRY.format(files="\n".join(f'"{name}" = "{actual}"' for name, actual in hashes.items()))


def known(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Have these entries instead of those of configs/programs.toml."""
    real = files.load

    def load(name: str) -> dict[str, object]:
        return tomllib.loads(text) if name == "programs.toml" else real(name)

    monkeypatch.setattr(files, "load", load)
    monkeypatch.setattr(inputs, "load", load)
    forget()


def forget() -> None:
    """Read what is known again."""
    config.programs.cache_clear()
    record_store.forget()


@pytest.fixture
def fake(tmp_path, monkeypatch):
    """The checkout, which is known and named."""
    there = checkout(tmp_path / "programs")
    known(monkeypatch, described(there))
    monkeypatch.setenv(checkouts.VARIABLE, str(there.parent))
    yield there
    monkeypatch.undo()
    forget()
