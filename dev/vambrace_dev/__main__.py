# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Lets `python -m vambrace_dev` stand for the command `vambrace-dev`."""

from vambrace_dev.main import entry

entry()
