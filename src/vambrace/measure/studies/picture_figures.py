# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Statistics of a picture, plain or encrypted."""

import math
from typing import Any

import numpy as np

BLOCK = 16


def histogram(pixels: np.ndarray) -> list[int]:
    """Return the number of pixels with each of the 256 values."""
    counts: list[int] = np.bincount(pixels.ravel(), minlength=256).tolist()
    return counts


def entropy(counts: list[int]) -> float:
    """Return the entropy in bits per pixel: 8 if all values are equally frequent, 0 if there is only one."""
    total = sum(counts)
    return math.log2(total) - sum(n * math.log2(n) for n in counts if n) / total


def correlation(first: np.ndarray, other: np.ndarray) -> float | None:
    """Return Pearson's coefficient of two sets of pixels; None if it is undefined, because all pixels of a set are
    equal.
    """
    a, b = (some.ravel().astype(np.int64) for some in (first, other))
    n, sum_a, sum_b = a.size, int(a.sum()), int(b.sum())
    var_a, var_b = (n * int((some * some).sum()) - int(some.sum()) ** 2 for some in (a, b))
    if not var_a or not var_b:
        return None
    return (n * int((a * b).sum()) - sum_a * sum_b) / math.sqrt(var_a * var_b)


def repeated(data: bytes) -> int:
    """Return the number of whole AES blocks that equal an earlier one."""
    blocks = [data[i : i + BLOCK] for i in range(0, len(data) - BLOCK + 1, BLOCK)]
    return len(blocks) - len(set(blocks))


def figures(pixels: np.ndarray) -> dict[str, Any]:
    """Return entropy, histogram, and the correlation of each pixel with its neighbour to the right, below, and
    diagonally.
    """
    counts = histogram(pixels)
    return {
        "entropy_bits": entropy(counts),
        "correlation": correlation(pixels[:, :-1], pixels[:, 1:]),
        "correlation_vertical": correlation(pixels[:-1], pixels[1:]),
        "correlation_diagonal": correlation(pixels[:-1, :-1], pixels[1:, 1:]),
        "histogram": counts,
    }
