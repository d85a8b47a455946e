# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Errors that a user can act on: the command line prints them without a traceback."""


class VambraceError(Exception):
    """Something failed; the message says what and, where possible, what to do. Exit code 1."""

    exit_code = 1


class UsageError(VambraceError):
    """The user asked for something that does not exist; the message lists what does. Exit code 2."""

    exit_code = 2


class BuildError(VambraceError):
    """A compiler or another tool refused its input; the message holds its words and its command."""


class MissingTool(VambraceError):
    """A tool is not installed; the message names it and the command that brings it."""


def choose(kind: str, name: str, valid: list[str]) -> str:
    """Return `name` if it is one of `valid`; else raise UsageError with the valid names."""
    if name in valid:
        return name
    raise UsageError(f"unknown {kind} '{name}'; one of: {', '.join(valid)}")
