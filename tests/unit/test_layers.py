# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The packages of src/vambrace are layers: each imports only itself and those before it."""

from collections.abc import Mapping

import pytest

from vambrace.base import code
from vambrace.base.paths import root

#: From the bottom up. docs/developer/structure.md says what each holds.
LAYERS = ("base", "config", "hardware", "software", "analysis", "silicon", "results", "measure", "papers", "view",
          "export", "cli")  # fmt: skip

#: What lies next to the packages.
ENTRY = ("__init__", "__main__")


def upward(sources: Mapping[str, bytes]) -> list[str]:
    """Each import of a later layer, as text; `sources` are modules by their names without the package's."""
    found = []
    for module, source in sources.items():
        layer = LAYERS.index(module.split(".")[0])
        for name in code.names(source):
            package, _, imported = name.partition(".")
            used = imported.split(".")[0]
            if package == "vambrace" and used in LAYERS and LAYERS.index(used) > layer:
                found.append(f"{module} imports {name}")
    return found


def sources() -> dict[str, bytes]:
    folder = root() / "src" / "vambrace"
    paths = {".".join(p.relative_to(folder).with_suffix("").parts): p for p in folder.rglob("*.py")}
    return {name: path.read_bytes() for name, path in paths.items() if name not in ENTRY}


def test_no_layer_imports_a_later_one():
    assert upward(sources()) == []


def test_every_module_is_in_a_layer():
    assert {name.split(".")[0] for name in sources()} == set(LAYERS)


@pytest.mark.parametrize(
    "text",
    [
        "from vambrace.view import table",
        "from vambrace.view.table import grids",
        "import vambrace.view.table",
        "def f():\n    from vambrace.view import table",
        "if TYPE_CHECKING:\n    from vambrace.view.table import Table",
    ],
)
def test_an_import_of_a_later_layer_is_found(text):
    assert len(set(upward({"measure.bench": text.encode()}))) >= 1
    assert upward({"cli.bench": text.encode(), "view.other": text.encode()}) == []
