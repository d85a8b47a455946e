# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A plugin of pytest (-p tests.rtl.reached): at the end, models write the lines and signals of the RTL that their
instances reached to the folder VAMBRACE_COVERAGE, a file for each model and process, in Verilator's format."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

from tests.rtl import dut


def pytest_sessionfinish() -> None:
    if dut.COVERAGE:
        for instance in list(dut.living):  # instances count when they end
            instance.close()
        for number, library in enumerate(sorted(dut.used)):
            file = Path(dut.COVERAGE) / f"{os.getpid()}-{number}.dat"
            ctypes.CDLL(str(library)).dut_coverage(os.fsencode(file))
