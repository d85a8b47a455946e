# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Outputs of commands: files that appear completely, all names of standard output, devices and pipes."""

import errno
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from vambrace.base.output import Output, WriteError


def written_elsewhere(name: str, *, stdout, **options) -> subprocess.CompletedProcess:
    """Print a line, then write to a name, in a process with this standard output."""
    text = f"from vambrace.base.output import Output; print('first'); o = Output({name!r}); o.write('second'); print(o)"
    return subprocess.run([sys.executable, "-c", text], stdout=stdout, text=True, check=True, **options)


@pytest.mark.parametrize("name", ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_names_of_standard_output(tmp_path, name):
    assert written_elsewhere(name, stdout=subprocess.PIPE).stdout == "first\nsecondstandard output\n"
    file = tmp_path / "shell"  # as by > in a shell: neither cut off nor replaced
    with file.open("w") as f:
        written_elsewhere(name, stdout=f)
    assert file.read_text() == "first\nsecondstandard output\n"


def test_other_open_files(tmp_path):
    read, write = os.pipe()
    written_elsewhere(f"/dev/fd/{write}", stdout=subprocess.PIPE, pass_fds=[write])
    os.close(write)
    assert os.read(read, 100) == b"second"
    os.close(read)


def test_a_named_pipe(tmp_path):
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()), daemon=True)  # must not outlive a failure
    reader.start()
    Output(pipe).write("through")
    reader.join(10)
    assert got == ["through"] and pipe.is_fifo()


def test_a_link_remains_a_link(tmp_path):
    (tmp_path / "other").mkdir()
    target, link = tmp_path / "other" / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    Output(link).write("new")
    assert link.is_symlink() and target.read_text() == "new"


def test_a_new_file_has_the_mode_of_any_new_file(tmp_path):
    (tmp_path / "usual").touch()
    Output(tmp_path / "ours").write("x")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.parametrize("error", [errno.EPERM, errno.EOPNOTSUPP, errno.EINVAL])
def test_a_file_system_without_owners_or_modes(tmp_path, monkeypatch, error):
    def refuse(*_: object, **__: object) -> None:
        raise OSError(error, os.strerror(error))

    (tmp_path / "file").write_text("old")
    monkeypatch.setattr(os, "chown", refuse)
    monkeypatch.setattr(Path, "chmod", refuse)
    Output(tmp_path / "file").write("new")
    assert (tmp_path / "file").read_text() == "new"


@pytest.mark.parametrize("place", ["file", "/dev/full"])
def test_the_output_file_of_a_tool(tmp_path, place):
    output = Output(tmp_path / place)  # an absolute name stays
    if place == "file":
        with output.written_by_tool() as part:
            part.write_text("whole")
            assert not (tmp_path / place).exists()
        assert (tmp_path / place).read_text() == "whole"
        with pytest.raises(KeyboardInterrupt), output.written_by_tool() as part:
            part.write_text("half")
            raise KeyboardInterrupt
        assert (tmp_path / place).read_text() == "whole" and os.listdir(tmp_path) == ["file"]
    else:
        with pytest.raises(WriteError, match="No space left"), output.written_by_tool() as part:
            Path(part).write_text("too much")
