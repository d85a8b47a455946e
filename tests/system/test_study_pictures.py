# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace study pictures` on a core: the small picture has the documented figures, a wrong result gives no record."""

import json
import os
import re
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

from vambrace.base.paths import root
from vambrace.measure.studies import pictures
from vambrace.software.oracles import oracle
from vambrace.software.oracles.messages import WrongResult
from vambrace.view import picture_sheet

PAGE = (root() / "docs" / "user" / "pictures.md").read_text()


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """Return the records of the small picture, the output, and the folder of the files."""
    folder = tmp_path_factory.mktemp("pictures")
    file = folder / "pictures.json"
    command = [sys.executable, "-m", "vambrace", "study", "pictures", "32x32", "-o", str(folder), "--markdown"]
    done = subprocess.run([*command, "--json", str(file)], capture_output=True, text=True, env=os.environ)
    assert done.returncode == 0, done.stderr
    return json.loads(file.read_text()), done.stdout, folder


def rows(text: str, title: str) -> list[str]:
    """Return the rows of the table after a title."""
    return re.findall(r"^\| aes-.*$", text[text.index(title) :].split("\n\n")[1], re.MULTILINE)


def test_the_document_has_these_figures(measured):
    title = "shield, 32x32, on ibex-ref/aes-unit"
    assert len(rows(PAGE, title)) == 12 and rows(PAGE, title) == rows(measured[1], title)


def test_the_document_shows_these_pictures(measured):
    """Text on a sheet may look different with another version of Pillow; the panels may not."""
    created, shown = (
        np.asarray(Image.open(file))
        for file in (measured[2] / "shield-32x32-sheet.png", root() / "docs" / "user" / "pictures-32x32.png")
    )
    assert created.shape == shown.shape
    for row in range(3):
        for column in range(4):
            x, y = picture_sheet.panel_at(row, column)
            at = slice(y, y + picture_sheet.PANEL), slice(x, x + picture_sheet.PANEL)
            assert (created[at] == shown[at]).all() and (column == 3 or len(np.unique(created[at])) > 20)


def test_records_have_the_results(measured):
    results = {(r["mode"], r["text"]): r for r in measured[0]}
    assert len(results) == len(measured[0]) == 12
    for (mode, text), r in results.items():
        assert r["checked"] and (r["size"], r["message_bytes"], r["padding_bytes"]) == ("32x32", 1024, 0)
        assert sum(r["histogram"]) == 1024 and r["tools"]["ibex"] and r["configuration"]["units"] == ["AesUnit"]
        assert (r["status"] == "refused") == ((mode, text) == ("aead", "tampered"))
        if text != "original":
            assert 0 < r["instret"] < r["cycles"] < r["cycles_with_key_setup"] < r["cycles"] + 500
    assert results["ecb", "encrypted"]["cycles"] < results["cbc", "encrypted"]["cycles"] < 20 * 1024 / 8
    assert [results[m, "tampered"]["differing_pixels"] for m in ("ecb", "cbc", "aead")] == [16, 17, 1024]


def test_every_field_is_described(measured):
    page = (root() / "docs" / "reference" / "records.md").read_text()
    own = page[page.index("## Records of pictures") :]
    own = own[: own.index("\n## ", 1)]
    shared = ("schema", "library", "core", "extensions", "profile", "tools", "source_hash", "instret", "configuration")
    assert not [f for f in measured[0][0] if f not in shared and f"`{f}`" not in own]


def test_a_picture_of_any_shape_on_another_point():
    """15 pixels, whose block ECB and CBC fill; Ascon's own instructions."""
    for task in [*pictures.tasks(["5x3"]), *pictures.tasks(["5x3"], ["aead"], "ibex-ref/xascon")]:
        texts = pictures.texts(task)
        assert texts["decrypted"] == texts["original"] == task.picture.pixels != texts["encrypted"]
        assert {len(t) for t in texts.values()} == {15}
        records = {r["text"]: r for r in pictures.measure(task)}
        assert records["tampered"]["differing_pixels"] > 10 and records["encrypted"]["blocks"] == (task.mode != "aead")
        assert records["original"]["padding_bytes"] == (task.mode != "aead")


def test_a_wrong_result_yields_no_record(monkeypatch):
    encrypt, decrypt, _ = pictures.tasks(["6x6"])
    monkeypatch.setattr(oracle, "encrypt", lambda *_: (bytes(48), b""))
    with pytest.raises(WrongResult, match=r"6x6 aes-128-ecb on ibex-ref/aes-unit: encrypted: wrong result"):
        pictures.run(encrypt, "encrypted")
    monkeypatch.undo()
    monkeypatch.setattr(oracle, "decrypt", lambda *_: bytes(48))
    with pytest.raises(WrongResult, match=r"6x6 aes-128-cbc on ibex-ref/aes-unit: tampered: wrong result"):
        pictures.measure(decrypt)
