# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Independent work on all processors; a failure does not stop the rest."""

import os
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TypeVar

from vambrace.base.errors import VambraceError

T = TypeVar("T", bound=Hashable)
R = TypeVar("R")


def each(
    items: Sequence[T],
    do: Callable[[T], R],
    label: Callable[[T], str],
    done: Callable[[str], None],
    failed: Callable[[str], None],
) -> dict[T, R]:
    """Return the result of `do` for each item, by item, without the items that failed.

    `done(label)` is called for each finished item, `failed(message)` for each that raised a VambraceError, once per
    message. KeyboardInterrupt, or any other error, cancels the items that have not started.
    """
    found: dict[T, R] = {}
    printed: set[str] = set()
    pool = ThreadPoolExecutor(os.cpu_count() or 1)
    try:
        futures: dict[Future[R], T] = {pool.submit(do, item): item for item in items}
        pending = set(futures)
        while pending:
            finished, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in finished:
                item = futures[future]
                try:
                    found[item] = future.result()
                except VambraceError as error:
                    if str(error) not in printed:  # a broken source causes many equal failures
                        printed.add(str(error))
                        failed(f"{label(item)}: {error}")
                    continue
                done(label(item))
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()
    return found
