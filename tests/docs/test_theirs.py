# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Pages of papers without the figures of the papers' own programs."""

from tests.docs import theirs
from vambrace.view.paper_table import REFUSES, THEIRS

WITH = f"""
## Table 2

| figure | published | {THEIRS} | ours | verdict |
| :-- | --: | --: | --: | --: |
| **8 bytes** |  |  |  |  |
| Cycles | 66 (3,667) | 3,687 (a) | 3,683 | reproduced 1.00x (b,c) |

- (a) {REFUSES}
- (b) ours is an independent implementation
- (c) another

## Table 3

| figure | published | ours | verdict |
| :-- | --: | --: | --: |
| Cycles | 7 | 8 | behind |

- {THEIRS}: the program
- reproduced: within 5%
"""
WITHOUT = """
## Table 2

| figure | published | ours | verdict |
| :-- | --: | --: | --: |
| **8 bytes** |  |  |  |
| Cycles | 66 (3,667) | 3,683 | reproduced 1.00x (a,b) |

- (a) ours is an independent implementation
- (b) another

## Table 3

| figure | published | ours | verdict |
| :-- | --: | --: | --: |
| Cycles | 7 | 8 | behind |

- reproduced: within 5%
"""


def test_the_rest_is_the_same():
    assert theirs.missing(WITHOUT, WITH) and not theirs.missing(WITH, WITH) and not theirs.missing(WITHOUT, WITHOUT)
    assert theirs.without(WITH) == theirs.without(WITHOUT) != WITHOUT
    for old, new in (("3,683", "3,684"), ("another", "other"), ("| Cycles | 7 | 8 |", "| Cycles | 8 | 8 |")):
        assert theirs.without(WITH.replace(old, new)) != theirs.without(WITHOUT)
    assert theirs.without(WITH.replace("3,687", "3,688")) == theirs.without(WITHOUT)
