# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The oracles of plug-ins: oracles/ALGORITHM.py, with - as _, and the function that belongs to the algorithm's kind:

    aead      seal(key, nonce, ad, message) -> ciphertext and tag, joined
    cipher    encrypt(key, iv, message) -> ciphertext
    hash      digest(message) -> digest
    mac       mac(key, message) -> tag

All arguments and results are bytes; the lengths are those of the algorithm in configs/algorithms.toml. The functions
here are those of vambrace.software.oracles.oracle with these results. VambraceError, in one line, if an oracle has no
such function, if it fails, or if it returns something other than bytes.
"""

from __future__ import annotations

import importlib.util
from functools import cache
from types import ModuleType

from vambrace import config
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.config import Algorithm
from vambrace.software.oracles.oracle import LENGTHS, Lengths


def lengths(algorithm: Algorithm) -> Lengths:
    """Return the lengths that an algorithm accepts: of a plug-in's, those of its entry."""
    if not algorithm.header:
        return LENGTHS[algorithm.name]
    nonces, tags = ((length,) if length else () for length in (algorithm.nonce, algorithm.tag))
    return Lengths(algorithm.key, nonces, tags)


def seal(
    algorithm: str, key: bytes, nonce: bytes, ad: bytes, plaintext: bytes, tag_len: int = 16
) -> tuple[bytes, bytes]:
    """Return ciphertext and tag."""
    both = _call(algorithm, "seal", key, nonce, ad, plaintext)
    if len(both) != len(plaintext) + tag_len:
        raise VambraceError(
            f"{_place(algorithm)}: seal must return {len(plaintext)} + {tag_len} bytes, not {len(both)}"
        )
    return both[: len(plaintext)], both[len(plaintext) :]


def encrypt(algorithm: str, key: bytes, iv: bytes, plaintext: bytes) -> tuple[bytes, bytes]:
    """Return the ciphertext; and nothing, where others have the next initialisation vector."""
    return _call(algorithm, "encrypt", key, iv, plaintext), b""


def digest(algorithm: str, data: bytes, length: int, customization: bytes = b"") -> bytes:
    """Return the digest."""
    return _call(algorithm, "digest", data)[:length]


def mac(algorithm: str, key: bytes, nonce: bytes, data: bytes, tag_len: int = 16) -> bytes:
    """Return the first `tag_len` bytes of the tag."""
    return _call(algorithm, "mac", key, data)[:tag_len]


def _place(algorithm: str) -> str:
    return config.algorithms()[algorithm].oracle


def _call(algorithm: str, function: str, *arguments: bytes) -> bytes:
    place = _place(algorithm)
    module = _module(place)
    if not callable(callee := getattr(module, function, None)):
        raise VambraceError(
            f"{place} lacks the function {function}, which computes the expected results of {algorithm}"
        )
    try:
        result = callee(*arguments)
    except Exception as error:  # of the plug-in's code
        raise VambraceError(f"{place}: {function} failed: {type(error).__name__}: {error}") from error
    if not isinstance(result, bytes):
        raise VambraceError(f"{place}: {function} must return bytes, not {type(result).__name__}")
    return result


@cache
def _module(place: str) -> ModuleType:
    path = root() / place
    if not path.is_file():
        raise VambraceError(
            f"no {place}: an algorithm of a plug-in needs an oracle, which computes its expected results"
        )
    spec = importlib.util.spec_from_file_location(f"vambrace_plugged_{path.stem}", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise VambraceError(f"{place}: {type(error).__name__}: {error}") from error
    return module
