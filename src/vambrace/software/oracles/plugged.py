# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The oracles of plug-ins: oracles/ALGORITHM.py, with - as _, and the function that belongs to the algorithm's kind:

    aead      seal(key, nonce, ad, message) -> ciphertext and tag, joined
    cipher    encrypt(key, iv, message) -> ciphertext
    hash      digest(message) -> digest
    mac       mac(key, message) -> tag

All arguments and results are bytes; the lengths are those of the algorithm in configs/algorithms.toml.
"""

from __future__ import annotations

import importlib.util
from functools import cache
from types import ModuleType

from vambrace import config
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root


def call(algorithm: str, function: str, *arguments: bytes) -> bytes:
    """Return what a function of the oracle of an algorithm returns. VambraceError, in one line, if there is no such
    function, if it fails, or if it returns something else than bytes.
    """
    place = config.algorithms()[algorithm].oracle
    module = _module(place)
    if not callable(found := getattr(module, function, None)):
        raise VambraceError(
            f"{place} lacks the function {function}, which computes the expected results of {algorithm}"
        )
    try:
        result = found(*arguments)
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
    made = importlib.util.spec_from_file_location(f"vambrace_plugged_{path.stem}", path)
    assert made and made.loader
    module = importlib.util.module_from_spec(made)
    try:
        made.loader.exec_module(module)
    except Exception as error:
        raise VambraceError(f"{place}: {type(error).__name__}: {error}") from error
    return module
