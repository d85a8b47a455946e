# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The end of the command line: its exit code, and an error message instead of a traceback.

| exit code | why |
| --- | --- |
| 0 | done |
| 1 | something failed, or could not be written |
| 2 | wrong use |
| 128 + n | ended by signal n: 130 Ctrl-C, 141 standard output has no reader, 143 SIGTERM |

`vambrace run` has the exit code of its program.
"""

import io
import locale
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

import click

from vambrace.base import children
from vambrace.base.errors import VambraceError
from vambrace.base.output import ClosedPipe, is_utf8, open_stdout, terminal_encoding

_CONTINUES = "; finished work is kept: run the same command to continue"

_keeps = True
_program = "vambrace"


def keep_nothing() -> None:
    """Do not report, when a signal ends this command, that finished work is kept: it starts over."""
    global _keeps
    _keeps = False


def run(command: Callable[[], object], program: str = "vambrace") -> NoReturn:
    """Run a command, flush its output, and exit; messages start with `program`."""
    global _program
    _program = program
    _use_utf8()
    _open_standard_files()
    sys.stdout = open_stdout()
    children.end_on_signals()
    code = code_of(command) or code_of(sys.stdout.flush)
    children.end_at_once()
    with suppress(OSError, VambraceError):
        sys.stdout.flush()
        sys.exit(code)
    # Python would flush again and report an error.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(code)


def _use_utf8() -> None:
    """Start again in Python's UTF-8 mode if the locale has another encoding: our files and the output of tools are
    UTF-8. Standard output and standard error keep the encoding of the locale.
    """
    if not sys.flags.utf8_mode and not is_utf8(locale.getencoding()) and sys.executable:
        os.environ["PYTHONUTF8"] = "1"
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])


def _open_standard_files() -> None:
    """Occupy a closed standard output, so that no other opened file becomes it."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            spare = os.open(os.devnull, os.O_RDWR)
            os.dup2(spare, number)
            os.set_inheritable(number, True)  # dup2 changes nothing if both are the same
            if spare != number:
                os.close(spare)
            setattr(sys, name, open(number, "r" if number == 0 else "w", closefd=False))  # noqa: SIM115
    if isinstance(sys.stderr, io.TextIOWrapper) and terminal_encoding():
        sys.stderr.reconfigure(encoding=terminal_encoding())


def code_of(do: Callable[[], object]) -> int:
    """Call a function, print its error message if it fails, and return the exit code."""
    try:
        do()
    except SystemExit as stop:
        if isinstance(stop, children.SignalExit) and stop.code == 128 + signal.SIGTERM:
            _complain(f"ended by SIGTERM{_CONTINUES if _keeps else ''}")
        return stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        with suppress(OSError):
            error.show()
        return error.exit_code
    except ClosedPipe as error:
        return error.exit_code
    except VambraceError as error:
        _complain(str(error))
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        _complain(f"interrupted{_CONTINUES if _keeps else ''}")
        return 128 + signal.SIGINT
    except OSError as error:
        about = f"{error.filename}: " if error.filename is not None else ""
        _complain(f"{about}{error.strerror or error}")
        return 1
    return 0


def _complain(text: str) -> None:
    with suppress(OSError):
        print(f"{_program}: {text}", file=sys.stderr, flush=True)
