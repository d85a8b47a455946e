# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The plug-ins that a record depends on."""

from __future__ import annotations

from vambrace.base import plugins
from vambrace.base.paths import root
from vambrace.base.plugins import Plugin
from vambrace.results import inputs
from vambrace.results.origin import Input, Origin


def versions(origin: Origin) -> dict[str, str]:
    """Return the versions of the plug-ins with an input of a record, for its field `tools`."""
    return {f"plug-in {p.name}": p.label for p in plugins.selected() if any(_has(p, item) for item in origin.inputs)}


def _has(plugin: Plugin, item: Input) -> bool:
    """Return whether an input is an entry of a plug-in, or contains one of its files or a file that joins entries."""
    if item[0] == "entry":
        return item[2] in plugin.entries(item[1])
    names = frozenset(plugin.files)
    return any(str(path.relative_to(root())) in names for path in inputs.of_files(item))
