# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Redo a table of LASCAS 2024: cycles to encrypt a packet on Ibex with each extension, ours next to the published ones.

python examples/python/lascas2024.py              prints Markdown
python examples/python/lascas2024.py --latex      prints LaTeX

The paper measured Ascon-128 of version 1.2. Its build and flags differ from ours (docs/user/papers.md), so the columns
stand next to each other without a verdict.
"""

import sys

from vambrace import api

measured = api.measure(
    "bench",
    point=["ibex-ref/none", "ibex-ref/zbkb", "ibex-ref/zkned", "ibex-ref/zbkb+xascon"],
    algorithm=["aes-128-ccm", "ascon-128", "chacha20-poly1305"],
    scenario=["zigbee", "ipv6"],
    operation="seal",
    skip=True,
)
rows = measured.where(lambda row: row["published_cycles"] is not None)
columns = ("algorithm", "extensions", "scenario", "cycles", "published_cycles")
print(rows.latex(*columns) if "--latex" in sys.argv[1:] else rows.markdown(*columns), end="")
