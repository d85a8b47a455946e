# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Makes `python -m vambrace` equivalent to the command `vambrace`."""

from vambrace.cli.main import entry

entry()
