# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Register descriptions of a bundle, from rtl/engine/vmb_engine.rdl and rtl/ring/vmb_ring.rdl: IP-XACT (IEEE 1685-2014)
by peakrdl-ipxact, with the bus, ports and files of the module; pages by peakrdl-html; the SystemRDL itself.
"""

from __future__ import annotations

import importlib.metadata
import tempfile
import xml.dom.minidom as dom
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from vambrace import __version__
from vambrace.base.paths import root
from vambrace.export import buses
from vambrace.export.subject import Subject
from vambrace.export.wrapper import Top

_SOURCE, _RING = "rtl/engine/vmb_engine.rdl", "rtl/ring/vmb_ring.rdl"

#: Paths in a bundle.
IPXACT, PAGES, RDL = "registers/{}.xml", "registers/html/index.html", "registers/engine.rdl"

#: Files omitted from the pages: fonts for old browsers, and programs that start a browser.
_LEFT_OUT = (".eot", ".ttf", ".woff", ".svg", ".bat")

_WAYS = {"input": "in", "output": "out"}
_FILE_TYPES = {".sv": "systemVerilogSource", ".v": "verilogSource"}


def exist(subject: Subject) -> bool:
    """Return whether the module has the engine's registers, or is a coupling in front of them."""
    return subject.module.is_engine or subject.module.name.startswith("vmb_couple_")


def files(subject: Subject, top: Top, filesets: Mapping[str, Sequence[str]]) -> dict[str, str | bytes]:
    """Return the files by path. `filesets` are sources by the name of their set, relative to the bundle."""
    from systemrdl import RDLCompiler

    compiler: Any = RDLCompiler()
    with tempfile.TemporaryDirectory(prefix="vambrace-") as name:
        source = Path(name) / "engine.rdl"
        source.write_text(rdl(subject))
        compiler.compile_file(str(source))
        node = compiler.elaborate().top
        pages = _pages(node, Path(name) / "html")
        text = _ipxact(node, Path(name) / "registers.xml", subject, top, filesets)
    return {**pages, IPXACT.format(subject.top): text, RDL: rdl(subject)}


def rdl(subject: Subject) -> str:
    """Return the registers in SystemRDL: the engine's, then those of its ring if it has one."""
    text = (root() / _SOURCE).read_text()
    if not subject.module.has_ring:
        return text
    ring = (root() / _RING).read_text()
    own = ring[ring.index("  reg {") : ring.rindex("};")]
    end = text.rindex("};")
    return f"{text[:end]}\n  // The ring of descriptors.\n\n{own}{text[end:]}"


def _pages(node: Any, folder: Path) -> dict[str, str | bytes]:
    from peakrdl_html import HTMLExporter

    exporter: Any = HTMLExporter()
    exporter.export(node, str(folder), title="Registers of the engine")
    licenses = [path for path in importlib.metadata.files("peakrdl-html") or () if path.parent.name == "licenses"]
    for license in licenses:  # of the scripts, styles and fonts in the pages
        (folder / license.name).write_text(license.read_text())
    return {
        f"registers/html/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix not in _LEFT_OUT and not path.relative_to(folder).parts[0].startswith(".")
    }


def _ipxact(node: Any, path: Path, subject: Subject, top: Top, filesets: Mapping[str, Sequence[str]]) -> str:
    """Write the component: the registers by peakrdl-ipxact, plus bus, ports and files."""
    from peakrdl_ipxact import IPXACTExporter

    exporter: Any = IPXACTExporter(vendor="vambrace", library="ip", version=__version__)
    exporter.export(node, str(path), component_name=subject.top)
    document = dom.parseString(path.read_text())
    component: Any = document.documentElement
    interfaces = []
    if bus := buses.of(subject):
        memory_map = component.getElementsByTagName("ipxact:memoryMap")[0]
        name = memory_map.getElementsByTagName("ipxact:name")[0].firstChild.data
        slave = _element(document, "slave", [_reference(document, "memoryMapRef", {"memoryMapRef": name})])
        interfaces.append(_bus_interface(document, "registers", bus, top, slave))
    for name, mode, bus in buses.of_memory(subject):
        interfaces.append(_bus_interface(document, name, bus, top, _element(document, mode, [])))
    if interfaces:
        component.insertBefore(
            _element(document, "busInterfaces", interfaces), component.getElementsByTagName("ipxact:memoryMaps")[0]
        )
    ports = [_port(document, port.name, _WAYS[port.way], port.width) for port in top.ports]
    component.appendChild(_element(document, "model", [_element(document, "ports", ports)]))
    sets = [_fileset(document, name, paths) for name, paths in filesets.items()]
    component.appendChild(_element(document, "fileSets", sets))
    component.appendChild(_element(document, "description", [document.createTextNode(subject.title)]))
    lines = document.toprettyxml(indent="  ").splitlines()
    return "\n".join(line for line in lines if line.strip()) + "\n"


def _element(document: dom.Document, name: str, children: Sequence[Any]) -> dom.Element:
    element = document.createElement(f"ipxact:{name}")
    for child in children:
        element.appendChild(child)
    return element


def _text(document: dom.Document, name: str, text: object) -> dom.Element:
    return _element(document, name, [document.createTextNode(str(text))])


def _bus_interface(document: dom.Document, name: str, bus: buses.Bus, top: Top, mode: dom.Element) -> dom.Element:
    """Return the registers or the memory port on its bus, in the mode of a slave or master."""
    version = {"vendor": bus.vendor, "library": bus.library, "version": bus.version}
    maps = [
        _element(
            document,
            "portMap",
            [
                _element(document, "logicalPort", [_text(document, "name", signal)]),
                _element(document, "physicalPort", [_text(document, "name", port)]),
            ],
        )
        for signal, port in bus.maps([port.name for port in top.ports])
    ]
    abstraction = [
        _reference(document, "abstractionRef", {**version, "name": bus.abstraction}),
        _element(document, "portMaps", maps),
    ]
    return _element(
        document,
        "busInterface",
        [
            _text(document, "name", name),
            _reference(document, "busType", {**version, "name": bus.name}),
            _element(document, "abstractionTypes", [_element(document, "abstractionType", abstraction)]),
            mode,
            _text(document, "endianness", "little"),
        ],
    )


def _reference(document: dom.Document, name: str, attributes: Mapping[str, str]) -> dom.Element:
    element = _element(document, name, [])
    for key, value in attributes.items():
        element.setAttribute(key, value)
    return element


def _port(document: dom.Document, name: str, way: str, width: int) -> dom.Element:
    wire = [_text(document, "direction", way)]
    if width > 1:
        bounds = [_text(document, "left", width - 1), _text(document, "right", 0)]
        wire.append(_element(document, "vectors", [_element(document, "vector", bounds)]))
    return _element(document, "port", [_text(document, "name", name), _element(document, "wire", wire)])


def _fileset(document: dom.Document, name: str, paths: Sequence[str]) -> dom.Element:
    """Return the module's files, relative to the listing file, which is in a subfolder of the bundle."""
    listed = [
        _element(
            document,
            "file",
            [_text(document, "name", f"../{path}"), _text(document, "fileType", _FILE_TYPES[Path(path).suffix])],
        )
        for path in paths
    ]
    return _element(document, "fileSet", [_text(document, "name", name), *listed])
