# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Applies overlays: adds lines to upstream files at anchors. This adds the accelerator port to a core."""

import tomllib
from pathlib import Path

from vambrace.base.errors import BuildError


def apply(overlay: Path, sources: Path, text: str | None = None) -> dict[str, str]:
    """Return {file name: edited text} for every file that the overlay edits.

    `overlay` is a TOML file of [[edit]] tables with `file` (a name in the folder `sources`), `anchor`, and `before` or
    `after`. BuildError if an anchor does not occur exactly once: the overlay was made for another upstream version.
    `text` replaces the contents of the overlay.
    """
    edited: dict[str, str] = {}
    for number, edit in enumerate(tomllib.loads(text or overlay.read_text())["edit"], start=1):
        name, anchor = edit["file"], edit["anchor"]
        before = edited.get(name)
        if before is None:
            before = (sources / name).read_text()
        occurrences = before.count(anchor)
        if occurrences != 1:
            raise BuildError(
                f"{overlay.name}, edit {number}: its anchor occurs {occurrences} times in {sources / name}, "
                f"not once. The overlay was made for another upstream version. Anchor:\n{anchor}"
            )
        edited[name] = before.replace(anchor, edit.get("before", "") + anchor + edit.get("after", ""))
    return edited
