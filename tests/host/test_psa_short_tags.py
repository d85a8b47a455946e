# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Short tags through PSA Crypto: the driver refuses those of GCM and Ascon unless it is compiled to take them.
test_psa.py compares their results with those of Mbed TLS."""

import pytest

from tests.host import runner
from tests.host.psa_programs import WITH, printed, program
from vambrace.base.paths import root

SOURCE = root() / "tests" / "host" / "psa_short_tags.c"
INVALID = "-135"  # PSA_ERROR_INVALID_ARGUMENT


def calls(size: int, bits: str) -> list[str]:
    """Return what the calls print for a tag of `size` bytes."""
    if bits == INVALID:
        return [f"{call} {size} {INVALID} 0" for call in ("encrypt", "decrypt", "decrypt setup", "encrypt setup")]
    done = [f"encrypt {size} 0 {20 + size}", f"decrypt {size} 0 20", f"decrypt setup {size} 0 0"]
    return [*done, f"encrypt setup {size} 0 0", f"finish {size} 0 {size}", "same 1"]


@pytest.mark.parametrize("asked", [False, True], ids=["refused", "taken"])
def test_short_tags(asked):
    own = ["-DVMB_PSA_SHORT_TAGS=1"] if asked else []
    lines = printed(program("psa-short-tags", WITH, runner.SANITIZED.flags, SOURCE, *own))
    short = "0" if asked else INVALID
    gcm = [line for size in (4, 8, 12, 16) for line in calls(size, short if size < 12 else "0")]
    ccm = [line for size in (4, 8, 12, 16) for line in calls(size, "0")]
    ascon = [line for size in (4, 8, 12, 16) for line in calls(size, short if size < 8 else "0")]
    with_keys = [*(["key 2400 0", *gcm] * 2), "key 2400 0", *ccm, *(["key 2008 0", *ascon] * 2)]
    assert lines == ["init 0", *with_keys]
