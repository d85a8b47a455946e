# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Makes `python -m vambrace_dev` equivalent to the command `vambrace-dev`."""

from vambrace_dev.main import entry

entry()
