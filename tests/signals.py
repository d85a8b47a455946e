# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Signals to processes that tests start."""

import signal


def let_through() -> None:
    """Let SIGINT and SIGHUP end a process, as `preexec_fn`: shells ignore both in what they run in the background,
    and a process inherits that."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
