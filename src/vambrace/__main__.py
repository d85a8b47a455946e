# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Lets `python -m vambrace` stand for the command `vambrace`."""

from vambrace.cli.main import entry

entry()
