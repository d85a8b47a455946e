# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tools for developers of this project: tests, proofs, fuzzing, generators. They ignore plug-ins."""

import os

from vambrace.base import plugins

os.environ[plugins.VARIABLE] = plugins.NONE
