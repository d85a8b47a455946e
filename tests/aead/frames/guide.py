# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The examples of docs/user/protocols.md."""

import re

from vambrace.base.paths import root


def example(header: str) -> str:
    """Return the only example of the guide that begins with this header."""
    text = (root() / "docs" / "user" / "protocols.md").read_text()
    start = f'#include "vambrace/{header}"\n'
    actual = [part for part in re.findall(r"```c\n(.*?)```", text, re.DOTALL) if part.startswith(start)]
    assert len(actual) == 1, header
    return str(actual[0])


def datagrams(keys: str, fails: str, record: int, at: int) -> str:
    """Return a program's main for an example of DTLS: it sends three records of `record` bytes in one datagram, and
    receives them with a flipped bit at the byte `at` of the second one, again unchanged, and truncated. The lines of
    `keys` define the object of that name; `fails` is the condition that its set-up fails.
    """
    return f"""
#include <string.h>

int main(void)
{{
{keys}
    vmb_replay_window window = {{0, 0}};
    uint8_t datagram[200], copy[200];
    uint64_t next = 0;
    size_t len = 0, more;
    unsigned i;

    if ({fails}) return 1;
    for (i = 0; i < 3; i++) {{
        if (send(&keys, &next, (const uint8_t *)"hello", 5, datagram + len, sizeof datagram - len, &more) != VMB_OK)
            return 2;
        len += more;
    }}
    if (next != 3 || len != 3 * {record}) return 3;
    memcpy(copy, datagram, len);
    copy[{record} + {at}] ^= 1; /* the second record */
    received = 0;
    receive(&keys, &window, copy, len);
    if (received != 2) return 4;
    memcpy(copy, datagram, len);
    receive(&keys, &window, copy, len); /* only the second one is new */
    if (received != 3) return 5;
    receive(&keys, &window, datagram, len - 1);
    return received == 3 ? 0 : 6;
}}
"""
