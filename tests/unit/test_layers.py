# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The packages of src/vambrace are layers: each imports only itself and those before it. No modules import each other
in a circle, and declarations of record kinds import no module that measures."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

import pytest

from vambrace.base import code
from vambrace.base.paths import root

#: From the bottom up. docs/developer/structure.md describes each.
LAYERS = ("base", "config", "scaffold", "hardware", "software", "analysis", "silicon", "results", "measure", "explore",
          "papers", "view", "export", "api", "cli")  # fmt: skip

#: The layers of vambrace.software.
SOFTWARE = ("toolchain", "running", "boot", "oracles", "checkouts", "peers", "ports", "run", "amalgamation", "acvp")

#: Modules next to the packages.
ENTRY = ("__init__", "__main__")


def upward(sources: Mapping[str, bytes], layers: Sequence[str] = LAYERS, package: str = "vambrace") -> list[str]:
    """Return imports of a later layer of a package, as text; `sources` are its modules, by name."""
    results = []
    for module, source in sources.items():
        layer = layers.index(module.split(".")[0])
        for name in code.names(source):
            used = name.removeprefix(f"{package}.").split(".")[0]
            if name.startswith(f"{package}.") and used in layers and layers.index(used) > layer:
                results.append(f"{module} imports {name}")
    return results


def sources() -> dict[str, bytes]:
    folder = root() / "src" / "vambrace"
    paths = {".".join(p.relative_to(folder).with_suffix("").parts): p for p in folder.rglob("*.py")}
    return {name: path.read_bytes() for name, path in paths.items() if name not in ENTRY}


def test_no_layer_imports_a_later_one():
    assert upward(sources()) == []


def test_every_module_is_in_a_layer():
    assert {name.split(".")[0] for name in sources()} == set(LAYERS)


def test_software_has_layers_too():
    software = {
        name.removeprefix("software."): source
        for name, source in sources().items()
        if name.startswith("software.") and name != "software.__init__"
    }
    assert {name.split(".")[0] for name in software} == set(SOFTWARE)
    assert upward(software, SOFTWARE, "vambrace.software") == []
    below = {"toolchain.program": b"import vambrace.software.running"}
    assert upward(below, SOFTWARE, "vambrace.software") == ["toolchain.program imports vambrace.software.running"]


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


def imports(source: bytes, known: set[str]) -> Iterator[str]:
    """Return the modules among `known` that some code imports, also inside functions and for type checking. A module
    that is imported from a package depends on nothing else of the package."""
    for node in ast.walk(ast.parse(source)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [name if name.removeprefix("vambrace.") in known else node.module for name in inner]
        yield from (name for full in names if (name := full.removeprefix("vambrace.")) in known)


def circle(sources: Mapping[str, bytes]) -> list[str]:
    """Return modules that import each other in a circle, the first one again at the end; none if there is no circle."""
    modules = {name.removesuffix(".__init__"): source for name, source in sources.items()}
    graph = {name: set(imports(source, set(modules))) for name, source in modules.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def outside(sources: Mapping[str, bytes]) -> list[str]:
    """Return imports of vambrace.measure by kinds outside their folder, and inside functions, as text."""
    results = []
    for module, source in sources.items():
        if not module.startswith("measure.kinds."):
            continue
        known = {name.removesuffix(".__init__") for name in sources}
        results += [
            f"{module} imports {name}"
            for name in imports(source, known)
            if name.startswith("measure") and not name.startswith("measure.kinds")
        ]
        functions = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef))
        inner = {type(node) for function in functions for node in ast.walk(function)}
        results += [f"{module} imports inside a function"] * bool(inner & {ast.Import, ast.ImportFrom})
    return results


def test_no_modules_import_each_other_in_a_circle():
    assert circle(sources()) == []


@pytest.mark.parametrize(
    "text",
    [
        "from vambrace.measure import bench",
        "import vambrace.measure.bench",
        "def f():\n    from vambrace.measure import bench",
        "if TYPE_CHECKING:\n    from vambrace.measure.bench import Task",
    ],
)
def test_a_circle_is_found(text):
    fields = {
        "measure.__init__": b"",
        "measure.bench": b"from vambrace.measure import other",
        "measure.other": b"from vambrace.measure.kinds.bench import KIND",
        "measure.kinds.bench": text.encode(),
    }
    assert set(circle(fields)) == {"measure.bench", "measure.other", "measure.kinds.bench"}
    assert circle({**fields, "measure.kinds.bench": b"from vambrace.measure import kinds"}) == []


def test_kinds_are_declared_apart_from_their_measurement():
    assert outside(sources()) == []


def test_a_kind_that_imports_its_measurement_is_found():
    fields = {
        "measure.bench": b"",
        "measure.kinds.columns": b"",
        "measure.kinds.bench": b"from vambrace.measure.bench import Task",
        "measure.kinds.area": b"def f():\n    from vambrace.measure.kinds import columns",
    }
    assert outside(fields) == [
        "measure.kinds.bench imports measure.bench",
        "measure.kinds.area imports inside a function",
    ]
