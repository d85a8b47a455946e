# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Generates the expected answers of `vmb_aead_self_test` and `vmb_mac_self_test` from the oracle:
lib/src/generic/generic_answers.h.

python -m vambrace_dev.self_test    writes them
"""

from __future__ import annotations

from vambrace import config
from vambrace.base.paths import root
from vambrace.config import macros
from vambrace.software.oracles import oracle

FILE = root() / "lib" / "src" / "generic" / "generic_answers.h"

#: Bytes of associated data and of the message, as in lib/src/generic/generic_self_test.c and generic_mac_self_test.c.
AD, MESSAGE = 20, 37

_GUARD = f"{macros.PREFIX}GENERIC_ANSWERS_H"

_HEAD = f"""\
/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The answers that vmb_aead_self_test knows, ciphertext and tag, and vmb_mac_self_test, a tag.
 *
 * From an independent implementation by `python -m vambrace_dev.self_test`: do not edit.
 */
#ifndef {_GUARD}
#define {_GUARD}

/* clang-format off */
"""


def answer(name: str) -> bytes:
    """Return ciphertext and tag of the test message; for a MAC, a tag."""
    known = config.algorithms()[name]
    pattern = bytes((7 * i + 1) & 0xFF for i in range(48 + AD + MESSAGE))
    if known.kind == "mac":
        return oracle.mac(name, pattern[: known.key], pattern[32 : 32 + known.nonce], pattern[48 : 48 + MESSAGE], 16)
    ad, message = pattern[48 : 48 + AD], pattern[48 + AD :]
    ciphertext, tag = oracle.seal(name, pattern[: known.key], pattern[32 : 32 + known.nonce], ad, message, known.tag)
    return ciphertext + tag


def text() -> str:
    """Return the header."""
    parts = [_HEAD]
    for name, known in config.algorithms().items():
        if known.kind in ("aead", "mac"):
            numbers = [f"0x{byte:02x}" for byte in answer(name)]
            rows = [", ".join(numbers[i : i + 16]) for i in range(0, len(numbers), 16)]
            parts.append(f"#define {macros.answer(known)} \\\n    " + ", \\\n    ".join(rows) + "\n")
    return "".join(parts) + "/* clang-format on */\n\n#endif\n"


if __name__ == "__main__":
    FILE.write_text(text())
