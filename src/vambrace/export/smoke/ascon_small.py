# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The smoke test of the small Ascon unit (rtl/ascon/README.md has its protocol)."""

from __future__ import annotations

from vambrace.export.smoke.ciphers import AD, DATA, KEY, NONCE
from vambrace.export.smoke.frame import number, part
from vambrace.export.subject import Subject
from vambrace.software.oracles import oracle

#: Kinds of words, and bytes per block.
_AD, _DATA, _LAST = 0, 2, 3
_RATE = 16


def bench(subject: Subject) -> tuple[list[str], list[str]]:
    """Test Ascon-AEAD128 in both directions, and a wrong tag."""
    sealed, tag = oracle.seal("ascon-aead128", KEY[:16], NONCE, AD, DATA)
    wrong = bytes([*tag[:-1], tag[-1] ^ 0x80])
    head = [*_words(_AD, NONCE), *_words(_AD, _padded(AD))]
    statements = [f"key = {number(KEY[:16], 128)}"]
    statements += ["decrypt_i = 0", *_message([*head, *_text(DATA)], 1), *_compared(sealed + tag, "sealed")]
    for sent, right in ((tag, 1), (wrong, 0)):
        words = [*head, *_text(sealed), *_words(_AD, sent)]
        statements += ["decrypt_i = 1", *_message(words, right), *_compared(DATA, "opened")]
    return [part("small")], statements


def _padded(data: bytes) -> bytes:
    return data + b"\x01" + bytes(-(len(data) + 1) % _RATE)


def _words(kind: int, data: bytes) -> list[str]:
    return [f"word({kind}, 4'hf, {number(data[at : at + 4], 32)})" for at in range(0, len(data), 4)]


def _text(data: bytes) -> list[str]:
    """Return whole blocks, and the last one with its padding."""
    statements = []
    for at in range(0, len(padded := _padded(data)), 4):
        kind = _LAST if at // _RATE == len(data) // _RATE else _DATA
        lanes = (1 << max(0, min(4, len(data) - at))) - 1
        statements.append(f"word({kind}, 4'h{lanes:x}, {number(padded[at : at + 4], 32)})")
    return statements


def _message(words: list[str], right: int) -> list[str]:
    return ["begin_message", *words, f"end_message({right})"]


def _compared(wanted: bytes, what: str) -> list[str]:
    """Compare answers, which are words; each word of the last block has one, with the lanes of the message."""
    text = wanted[: len(DATA)].ljust(len(_padded(DATA)), b"\0") + wanted[len(DATA) :]
    statements = [
        f'compare(answers[{at // 4}], {number(text[at : at + 4], 32)}, "{what} word")' for at in range(0, len(text), 4)
    ]
    return [*statements, f'compare(answered, {len(text) // 4}, "answers")']
