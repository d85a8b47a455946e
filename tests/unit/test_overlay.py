# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The overlay adds lines at its anchors and rejects any other upstream version."""

import importlib.util
import re
import tomllib

import pytest

from vambrace.base import tools
from vambrace.base.errors import BuildError, MissingTool
from vambrace.base.paths import root
from vambrace.hardware import overlay, rtl

UPSTREAM = "module m;\n  wire a;\n  wire b;\nendmodule\n"


def make(tmp_path, edit: str):
    (tmp_path / "m.sv").write_text(UPSTREAM)
    path = tmp_path / "overlay.toml"
    path.write_text(edit)
    return path


def test_lines_are_added_before_and_after_anchors(tmp_path):
    path = make(
        tmp_path,
        '[[edit]]\nfile = "m.sv"\nanchor = "  wire a;\\n"\nafter = "  wire c;\\n"\n'
        '[[edit]]\nfile = "m.sv"\nanchor = "endmodule"\nbefore = "  wire d;\\n"\n',
    )
    want = "module m;\n  wire a;\n  wire c;\n  wire b;\n  wire d;\nendmodule\n"
    assert overlay.apply(path, tmp_path) == {"m.sv": want}


@pytest.mark.parametrize(("anchor", "times"), [("wire z", 0), ("wire", 2)])
def test_an_anchor_that_does_not_occur_once_is_rejected(tmp_path, anchor, times):
    path = make(tmp_path, f'[[edit]]\nfile = "m.sv"\nanchor = "{anchor}"\nafter = "x"\n')
    with pytest.raises(BuildError, match=f"occurs {times} times.*not once"):
        overlay.apply(path, tmp_path)


EDITED = {
    "ibex": {
        "ibex_alu.sv",
        "ibex_controller.sv",
        "ibex_core.sv",
        "ibex_decoder.sv",
        "ibex_ex_block.sv",
        "ibex_id_stage.sv",
        "ibex_if_stage.sv",
        "ibex_multdiv_fast.sv",
    },
    "cv32e40x": {"cv32e40x_id_stage.sv", "cv32e40x_controller_bypass.sv"},
}


@pytest.mark.parametrize("upstream", EDITED)
def test_an_overlay_only_adds(upstream):
    """All lines of the upstream files remain, in order."""
    design = rtl.design(upstream)
    stock = rtl.package_folder(f"pythondata_cpu_{upstream}") / "system_verilog" / "rtl"
    assert set(design.edited) == EDITED[upstream]
    for name, text in design.edited.items():
        pieces = iter(text)
        assert all(any(c == d for d in pieces) for c in (stock / name).read_text()), name


@pytest.mark.parametrize("patch", ["top.toml", "top_in_place.toml"])
def test_patches_connect_every_port_that_the_overlay_adds(patch):
    """An unconnected input would float in the exported core."""
    folder = root() / "cores" / "ibex"
    edits = tomllib.loads((folder / "overlay.toml").read_text())["edit"]
    added = "".join(e.get("before", "") for e in edits if e["file"] == "ibex_core.sv")
    ports = re.findall(r"^  (?:input|output) +logic .*(accel_\w+),$", added, re.M)
    connected = re.findall(r"^ +\.(accel_\w+) *\(", (folder / patch).read_text(), re.M)
    assert len(ports) == 16 and sorted(ports) == sorted(connected)


def test_a_core_whose_package_is_missing_is_named(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingTool, match="package pythondata_cpu_cv32e40x is missing; `vambrace doctor` prints"):
        rtl.design("cv32e40x")
    assert "pip install pythondata-cpu-cv32e40x" in tools.tool("cv32e40x").how_to_get
