# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The Monte Carlo tests of ACVP-AES-ECB and -CBC: 100 keys with 1,000 calls each; each call provides the next one's
text (NIST, AES Algorithm Validation Suite, section 6.4).
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from vambrace.base.errors import VambraceError
from vambrace.software.running.jobs import OK, Job, Result

OUTER, INNER = 100, 1000


def _next(mode: str, encrypts: bool, number: int, state: tuple[bytes, ...]) -> tuple[bytes, bytes]:
    """Return the vector and the text of the next call. `state`: the initial vector, the text, this output and the
    previous one.
    """
    iv, text, out, before = state
    if mode == "ecb":
        return b"", out
    return (out if encrypts else text), (iv if number == 0 else before)


def monte_carlo(
    mode: str, encrypts: bool, key: bytes, iv: bytes, text: bytes
) -> Generator[Job, Result, dict[str, Any]]:
    """Make the calls of a test of `mode`, "ecb" or "cbc"; return its answer."""
    op: Any = "encrypt" if encrypts else "decrypt"
    sent, wanted = ("pt", "ct") if encrypts else ("ct", "pt")
    rows = []
    for _ in range(OUTER):
        row = {"key": key.hex().upper(), **({"iv": iv.hex().upper()} if iv else {}), sent: text.hex().upper()}
        vector, current, out, before = iv, text, b"", b""
        for number in range(INNER):
            result = yield Job(op, key, vector, data=current)
            if (result.init_status, result.status) != (OK, OK):
                raise VambraceError(f"a call of a Monte Carlo test failed: {result.init_status}, {result.status}")
            before, out = out, result.out
            vector, current = _next(mode, encrypts, number, (iv, current, out, before))
        rows.append({**row, wanted: out.hex().upper()})
        key = bytes(a ^ b for a, b in zip(key, (before + out)[-len(key) :], strict=True))
        iv, text = (out, before) if iv else (iv, out)
    return {"resultsArray": rows}
