# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Files are read and written as UTF-8 in every locale; printed text has the encoding of the locale."""

import locale
import os
import subprocess
import sys

import pytest

from vambrace.base import output

#: A locale whose encoding is ASCII, without Python's workarounds.
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def vambrace(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "vambrace", *arguments]
    return subprocess.run(command, capture_output=True, env={**os.environ, **environment})


def test_the_library_as_files_is_the_same_in_every_locale(tmp_path):
    """Its sources contain characters that ASCII lacks, and so does the name of the folder."""
    for name, environment in (("ä", ASCII), ("b", {"LC_ALL": "C.UTF-8"})):
        done = vambrace("amalgamate", "-o", str(tmp_path / name), **environment)
        assert done.returncode == 0, done.stderr
    first, second = ({p.name: p.read_bytes() for p in (tmp_path / name).iterdir()} for name in ("ä", "b"))
    assert first == second and any(max(content) > 127 for content in first.values())


def test_a_file_that_is_not_utf8_is_rejected(tmp_path):
    file = tmp_path / "records.json"
    file.write_bytes(b'["\xe4"]')
    done = vambrace("compare", "--from", str(file), **ASCII)
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1) and b"is not UTF-8: byte 2" in done.stderr


@pytest.mark.parametrize(
    ("encoding", "variables", "wanted"),
    [
        ("UTF-8", {}, ""),
        ("ANSI_X3.4-1968", {}, ""),
        ("ISO-8859-1", {}, "iso8859-1"),
        ("ISO-8859-1", {"PYTHONIOENCODING": "utf-8"}, ""),
    ],
)
def test_the_encoding_of_the_terminal(monkeypatch, encoding, variables, wanted):
    monkeypatch.setattr(locale, "getencoding", lambda: encoding)
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert output.terminal_encoding() == wanted
    assert output.open_stdout().encoding == (wanted or sys.stdout.encoding)
