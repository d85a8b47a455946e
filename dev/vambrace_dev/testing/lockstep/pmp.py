# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Physical memory protection of random programs (Privileged Architecture, "Physical Memory Protection"): entry 0 is in
ZONE_BYTES of data that only `denied` accesses, entries 1 and 2 are a range there or at the end of the RAM, where
extension instructions are, and entry 3 gives user mode all the rest. Most are locked, so that they apply in machine
mode, too.
"""

import random

from vambrace_dev.testing.lockstep import encode as e

PMPCFG0, PMPADDR0 = 0x3A0, 0x3B0

ZONE_BYTES = 256

TOR, NA4, NAPOT, LOCKED = 1 << 3, 2 << 3, 3 << 3, 1 << 7
READ, WRITE, EXECUTE = 1, 2, 4
_ALL = READ | WRITE | EXECUTE
_SOME = (0, 0, READ, READ | WRITE, EXECUTE, READ | EXECUTE, _ALL)


def put(code: e.Code, rng: random.Random, zone: int, ram_end: int) -> None:
    """Append code that sets the entries; changes x5."""
    size = rng.choice((4, 8, 16, 64, 128))
    at = zone + rng.randrange(ZONE_BYTES // size) * size
    first = (NA4 if size == 4 else NAPOT, at >> 2 | ((size >> 3) - 1 if size > 4 else 0))
    begin, end = sorted(rng.sample(range(0, ZONE_BYTES + 4, 4), 2))
    if rng.random() < 0.5:
        begin, end = ram_end - zone - 4 * rng.randrange(1, 8), ram_end - zone
    addresses = (first[1], zone + begin >> 2, zone + end >> 2, 0xFFFFFFFF)
    modes = (first[0], 0, TOR, NAPOT)
    for number, address in enumerate(addresses):
        code.put(*e.li(5, address), e.csr("csrrw", 0, PMPADDR0 + number, 5))
    entries = [mode | rng.choice(_SOME) | (LOCKED if rng.random() < 0.75 else 0) for mode in modes[:3]]
    entries[1] = 0
    code.put(*e.li(5, int.from_bytes(bytes((*entries, NAPOT | _ALL)), "little")), e.csr("csrrw", 0, PMPCFG0, 5))


def other(rng: random.Random) -> int:
    """Return another value for pmpcfg0, ignored by locked entries: permissions, or no range."""
    zero = rng.choice((0, NA4, NAPOT)) | rng.getrandbits(3)
    two = rng.choice((0, TOR)) | rng.getrandbits(3)
    return zero | two << 16 | (NAPOT | _ALL) << 24
