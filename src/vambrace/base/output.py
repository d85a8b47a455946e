# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The output files of commands. A write is atomic: if it fails, the previous file remains.

A regular file is written under another name in the same folder and renamed. "-" is standard output, and so are
/dev/stdout and its other names; devices and pipes are written directly.
"""

import codecs
import errno
import io
import locale
import os
import shutil
import signal
import stat
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from vambrace.base.errors import VambraceError

STDOUT = "standard output"

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class ClosedPipe(VambraceError):
    """The reader closed standard output. Not an OSError, which click and rich would handle themselves."""

    exit_code = 128 + signal.SIGPIPE


class WriteError(VambraceError):
    """A write failed; the message gives the place, the reason and a remedy."""


def write_error(name: str, error: OSError) -> WriteError:
    todo = "make room there or write to another place" if error.errno in _FULL else "write to another place"
    return WriteError(f"cannot write to {name}: {error.strerror or error}; {todo}")


class Output:
    """A file or stream to write to, by its name on the command line."""

    def __init__(self, name: str | os.PathLike[str]) -> None:
        self.path = Path(name)
        self._descriptor = 1 if str(name) == "-" else _descriptor(self.path)

    def __str__(self) -> str:
        return STDOUT if self.is_stdout else str(self.path)

    @property
    def is_stdout(self) -> bool:
        return self._descriptor == 1

    @property
    def is_replaced(self) -> bool:
        """Return whether a write replaces an existing file."""
        return self._descriptor is None and (not self.path.exists() or self.path.is_file())

    @property
    def identity(self) -> str:
        """Return a value that is the same for all names of a file."""
        return STDOUT if self.is_stdout else os.path.realpath(self.path)

    def write(self, content: str | bytes) -> None:
        """Write the whole content. WriteError if that fails; ClosedPipe if standard output was closed."""
        data = content.encode() if isinstance(content, str) else content
        with self._errors(), self._opened() as f:
            f.write(data)

    @contextmanager
    def written_by_tool(self) -> Iterator[Path]:
        """Yield a temporary file for a tool to write; it becomes the output when the block ends without an error."""
        if self.is_replaced:
            with self._replacement() as part:
                yield part
        else:
            with tempfile.TemporaryDirectory(prefix="vambrace-") as folder:
                copy = Path(folder) / "output"
                yield copy
                with self._errors(), copy.open("rb") as source, self._opened() as f:
                    shutil.copyfileobj(source, f)

    @contextmanager
    def _opened(self) -> Iterator[BinaryIO]:
        if self.is_stdout:
            sys.stdout.flush()  # earlier output comes first
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
        elif self._descriptor is not None:
            with os.fdopen(os.dup(self._descriptor), "wb") as f:
                yield f
        elif self.is_replaced:
            with self._replacement() as part, part.open("wb") as f:
                yield f
        else:
            with self.path.open("wb") as f:
                yield f

    @contextmanager
    def _replacement(self) -> Iterator[Path]:
        """Yield an empty file in the same folder, which replaces this one when the block ends without an error."""
        final = Path(os.path.realpath(self.path))  # keeps a link
        part = final.parent / f".vambrace-{os.urandom(8).hex()}.part"
        try:
            with self._errors():
                os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
                _take_over(final, part)
            yield part
            with self._errors():
                os.replace(part, final)
        finally:
            part.unlink(missing_ok=True)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            if isinstance(error, BrokenPipeError) and self.is_stdout:
                raise ClosedPipe from None
            raise write_error(str(self), error) from None


def write_folder(folder: Path, files: Mapping[str, str | bytes], replaces: bool = False) -> None:
    """Write a folder of files, given by their relative paths. It appears atomically; with `replaces`, an existing
    folder is removed once the new one is complete. After an error or a signal, the previous state remains, including
    parent folders. WriteError if writing fails.
    """
    part, old = (folder.parent / f".vambrace-{os.urandom(8).hex()}.{name}" for name in ("part", "old"))
    new_folders = [place for place in folder.parents if not place.exists()]  # innermost first
    done = False
    try:
        part.mkdir(parents=True)
        for name, content in files.items():
            (part / name).parent.mkdir(parents=True, exist_ok=True)
            (part / name).write_bytes(content.encode() if isinstance(content, str) else content)
        if replaces and folder.exists():
            folder.rename(old)
        part.rename(folder)
        done = True
    except OSError as error:
        raise write_error(str(folder), error) from None
    finally:
        if not done and old.exists() and not folder.exists():
            old.rename(folder)
        shutil.rmtree(part, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)
        if not done:
            with suppress(OSError):  # unless another process uses it by now
                for place in new_folders:
                    place.rmdir()


def _take_over(old: Path, new: Path) -> None:
    """Copy owner and mode from an existing file to another, as far as the file system allows."""
    if old.is_file():
        status = old.stat()
        with suppress(OSError):
            os.chown(new, status.st_uid, status.st_gid)
        with suppress(OSError):
            new.chmod(stat.S_IMODE(status.st_mode))


def _descriptor(path: Path) -> int | None:
    """Return the file descriptor of a name such as /dev/stdout or /dev/fd/3; None for any other name."""
    ours = f"/proc/{os.getpid()}/fd"
    for _ in range(8):  # links to links
        folder = os.path.realpath(path.parent)
        if folder == ours and path.name.isdigit():
            return int(path.name)
        if not path.is_symlink():
            break
        path = Path(folder, os.readlink(path))
    return None


class _Stdout(io.FileIO):
    """Standard output; its errors name it, wherever they occur."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            raise ClosedPipe from None
        except OSError as error:
            raise write_error(STDOUT, error) from None


def open_stdout() -> io.TextIOWrapper:
    """Return a file for printing; it raises WriteError if standard output cannot be written, and ClosedPipe if it was
    closed.
    """
    raw = _Stdout(1, "w", closefd=False)
    encoding, errors = sys.stdout.encoding, sys.stdout.errors
    if terminal_encoding():
        encoding, errors = terminal_encoding(), "replace"
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding=encoding, errors=errors, line_buffering=raw.isatty())


def is_utf8(encoding: str) -> bool:
    return codecs.lookup(encoding).name == "utf-8"


def terminal_encoding() -> str:
    """Return the locale's encoding if text for users needs it; "" if Python's choice is right: with UTF-8, with the
    locales C and POSIX, which have no encoding of their own, and with PYTHONIOENCODING.
    """
    encoding = codecs.lookup(locale.getencoding()).name
    return "" if encoding in ("utf-8", "ascii") or os.environ.get("PYTHONIOENCODING") else encoding
