# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The smoke test of Ascon with the Hardware API for Lightweight Cryptography (rtl/lwc/README.md
describes the words).
"""

from __future__ import annotations

from vambrace.export.smoke.ciphers import AD, DATA, KEY, NONCE
from vambrace.export.smoke.frame import part
from vambrace.export.subject import Subject
from vambrace.software.oracles import oracle

#: Instructions and statuses, and segment types.
_ENCRYPT, _DECRYPT, _LOAD_KEY, _ACTIVATE_KEY, _HASH, _SUCCESS, _FAILURE = (
    code << 28 for code in (2, 3, 4, 7, 8, 14, 15)
)
_AD, _PLAINTEXT, _CIPHERTEXT, _MESSAGE, _TAG, _DIGEST, _KEY, _NONCE = (1, 4, 5, 7, 8, 9, 12, 13)

#: Header flags: the last segment of the input, of a type, of an output type.
_END_OF_INPUT, _END_OF_TYPE, _LAST = 1 << 26, 1 << 25, 1 << 24


def bench(subject: Subject) -> tuple[list[str], list[str]]:
    """Test Ascon-AEAD128 in both directions, a wrong tag, and Ascon-Hash256 if the block supports it."""
    key, nonce = KEY[:16], NONCE[:16]
    sealed, tag = oracle.seal("ascon-aead128", key, nonce, AD, DATA)
    wrong = bytes([*tag[:-1], tag[-1] ^ 0x80])
    head = [*_segment(_NONCE, nonce), *_segment(_AD, AD)]
    end = _END_OF_INPUT
    statements = [*_words("pdi", [_ACTIVATE_KEY]), *_words("sdi", [_LOAD_KEY, *_segment(_KEY, key)])]
    out = [*_segment(_CIPHERTEXT, sealed), *_segment(_TAG, tag, _LAST), _SUCCESS]
    statements += _message([_ENCRYPT, *head, *_segment(_PLAINTEXT, DATA, end)], out, "sealed")
    opened = _segment(_PLAINTEXT, DATA, _LAST)
    sent = [_DECRYPT, *head, *_segment(_CIPHERTEXT, sealed)]
    statements += _message([*sent, *_segment(_TAG, tag, end)], [*opened, _SUCCESS], "opened")
    statements += _message([*sent, *_segment(_TAG, wrong, end)], [*opened, _FAILURE], "refused")
    if int(subject.module.known["Hash"]):
        digest = oracle.digest("ascon-hash256", DATA, 32)
        out = [*_segment(_DIGEST, digest, _LAST), _SUCCESS]
        statements += _message([_HASH, *_segment(_MESSAGE, DATA, end)], out, "hashed")
    return [part("lwc")], statements


def _segment(kind: int, content: bytes, flags: int = 0) -> list[int]:
    """Return a segment with a whole type: its header, and its bytes as big-endian words."""
    padded = content + bytes(-len(content) % 4)
    words = [int.from_bytes(padded[at : at + 4], "big") for at in range(0, len(padded), 4)]
    return [kind << 28 | flags | _END_OF_TYPE | len(content), *words]


def _words(stream: str, words: list[int]) -> list[str]:
    return [f"{stream}(32'h{word:08x})" for word in words]


def _message(sent: list[int], wanted: list[int], what: str) -> list[str]:
    statements = ["begin_message", *_words("pdi", sent), f"end_message({len(wanted)})"]
    statements += [f'compare(answers[{at}], 32\'h{word:08x}, "{what}")' for at, word in enumerate(wanted)]
    return [*statements, f'compare(answered, {len(wanted)}, "words")']
