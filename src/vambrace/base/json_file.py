# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Reads a user's JSON file; every defect of the file is a one-line error."""

import json
from pathlib import Path
from typing import Any

from vambrace.base.errors import UsageError


def read(path: Path) -> Any:
    """Return the content of a JSON file in UTF-8, with or without a byte order mark (RFC 8259). UsageError if it cannot
    be read, is not JSON, or exceeds the limits of Python's reader.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8: byte {error.start:,} is {error.object[error.start]:#04x}") from None
    except json.JSONDecodeError as error:
        said = f"{error.msg[:1].lower()}{error.msg[1:]}"
        raise UsageError(f"{path} is not JSON: line {error.lineno}, column {error.colno}: {said}") from None
    except RecursionError:
        raise UsageError(f"{path} is nested too deeply") from None
    except ValueError:  # Python's limit on the digits of an integer
        raise UsageError(f"{path} has a number with too many digits") from None
