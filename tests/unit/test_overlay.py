# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The overlay adds lines at its anchors and refuses any other upstream version."""

import pytest

from vambrace import overlay, rtl
from vambrace.errors import BuildError

pytestmark = pytest.mark.unit

UPSTREAM = "module m;\n  wire a;\n  wire b;\nendmodule\n"


def make(tmp_path, edit: str):
    (tmp_path / "m.sv").write_text(UPSTREAM)
    path = tmp_path / "overlay.toml"
    path.write_text(edit)
    return path


def test_adds_before_and_after(tmp_path):
    path = make(
        tmp_path,
        '[[edit]]\nfile = "m.sv"\nanchor = "  wire a;\\n"\nafter = "  wire c;\\n"\n'
        '[[edit]]\nfile = "m.sv"\nanchor = "endmodule"\nbefore = "  wire d;\\n"\n',
    )
    want = "module m;\n  wire a;\n  wire c;\n  wire b;\n  wire d;\nendmodule\n"
    assert overlay.apply(path, tmp_path) == {"m.sv": want}


@pytest.mark.parametrize(("anchor", "times"), [("wire z", 0), ("wire", 2)])
def test_refuses_an_anchor_not_found_once(tmp_path, anchor, times):
    path = make(tmp_path, f'[[edit]]\nfile = "m.sv"\nanchor = "{anchor}"\nafter = "x"\n')
    with pytest.raises(BuildError, match=f"occurs {times} times.*not once"):
        overlay.apply(path, tmp_path)


def test_ibex_overlay_only_adds():
    """Every line of the upstream files is still there, in order."""
    design = rtl.design("ibex")
    stock = rtl.package_folder("pythondata_cpu_ibex") / "system_verilog" / "rtl"
    assert set(design.edited) == {"ibex_core.sv", "ibex_decoder.sv", "ibex_id_stage.sv"}
    for name, text in design.edited.items():
        pieces = iter(text)
        assert all(any(c == d for d in pieces) for c in (stock / name).read_text()), name
