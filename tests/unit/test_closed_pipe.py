# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A command without a reader of its output ends like other programs with a closed pipe: 128 + SIGPIPE, silently."""

import subprocess
import sys


def test_a_command_without_a_reader():
    command = [sys.executable, "-m", "vambrace", "points"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert process.stderr.read() == b"" and process.wait(60) == 141
