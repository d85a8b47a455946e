# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Pictures: our own, those of a user, their statistics and drawings; nothing is simulated."""

import hashlib
from fractions import Fraction

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from vambrace.base.errors import UsageError
from vambrace.cli import main as cli
from vambrace.measure import planner, selectors
from vambrace.measure.kinds import pictures as kind
from vambrace.measure.studies import picture, picture_figures, pictures
from vambrace.software.running.simulate import Counts
from vambrace.view import picture_sheet
from vambrace.view.figures import correlation
from vambrace.view.pictures_table import grids

RANDOM = np.random.default_rng(7)
NOISE = RANDOM.integers(0, 256, (37, 53), np.uint8)
RAMP = np.add.outer(np.arange(20), 3 * np.arange(30)).astype(np.uint8)


@pytest.mark.parametrize("pixels", [NOISE, RAMP, NOISE // 64, picture.draw(48, 40).array()])
def test_figures_equal_those_computed_another_way(pixels):
    actual = picture_figures.figures(pixels)
    values, counts = np.unique(pixels, return_counts=True)
    shares = counts / pixels.size
    assert actual["entropy_bits"] == pytest.approx(-(shares * np.log2(shares)).sum(), abs=1e-12)
    assert {v: n for v, n in enumerate(actual["histogram"]) if n} == dict(zip(values, counts, strict=True))
    assert len(actual["histogram"]) == 256
    for name, right, down in (("", 1, 0), ("_vertical", 0, 1), ("_diagonal", 1, 1)):
        height, width = pixels.shape
        pairs = [
            (pixels[y, x], pixels[y + down, x + right]) for y in range(height - down) for x in range(width - right)
        ]
        wanted = np.corrcoef(np.array(pairs, float).T)[0, 1]
        assert actual[f"correlation{name}"] == pytest.approx(wanted, abs=1e-12)


def test_figures_of_known_pictures():
    every = np.arange(256, dtype=np.uint8).reshape(16, 16)
    assert picture_figures.figures(every)["entropy_bits"] == 8
    assert picture_figures.figures(np.repeat(np.uint8([[7, 9]]), 5, axis=0))["entropy_bits"] == 1
    flat = picture_figures.figures(np.full((4, 4), 3, np.uint8))
    assert (flat["entropy_bits"], flat["correlation"], flat["correlation_diagonal"]) == (0, None, None)
    stripes = picture_figures.figures(np.tile(np.uint8([[0, 255]]), (6, 4)))
    assert (stripes["correlation"], stripes["correlation_vertical"], stripes["correlation_diagonal"]) == (-1, 1, -1)
    assert picture_figures.figures(np.uint8([[5]]))["correlation"] is None  # without a neighbour


def test_repeated_blocks():
    block = bytes(range(16))
    assert picture_figures.repeated(block * 3 + bytes(16) + block[:15]) == 2
    assert picture_figures.repeated(block[:15]) == picture_figures.repeated(b"") == 0


def test_our_picture_is_always_the_same():
    """Its pixels are means of points, which are integers, and therefore the same on every machine."""
    seen = {size: hashlib.sha256(picture.draw(*size).pixels).hexdigest()[:16] for size in ((32, 32), (512, 512))}
    assert seen == OWN
    for width, height in ((1, 1), (3, 200), (200, 3), (320, 240)):
        drawn = picture.draw(width, height)
        assert len(drawn.pixels) == width * height and drawn.size == f"{width}x{height}"
    large = picture.draw(512, 512).array()
    assert (large[0] == 200).all() and (large[:, :60] == 200).all()  # a ground that is flat
    assert len(np.unique(large[100:300, 260:400])) > 100  # a gradient
    assert large[97, 160] == 240 and large[97, 120] == 104  # the V, the left half of the field


OWN = {(32, 32): "284c9d120024796a", (512, 512): "26dba402297aa720"}


def saved(folder, image: Image.Image, name: str = "x.png", **options):
    image.save(folder / name, **options)
    return folder / name


def turned_over(folder) -> picture.Picture:
    return picture.read(saved(folder, Image.fromarray(np.ascontiguousarray(NOISE[::-1]))), 10_000)


def test_a_picture_of_the_user_is_converted_to_grey(tmp_path):
    grey = picture.read(saved(tmp_path, Image.fromarray(NOISE)), 10_000)
    assert (grey.name, grey.size, grey.pixels) == ("x.png", "53x37", NOISE.tobytes())
    red = picture.read(saved(tmp_path, Image.new("RGB", (4, 2), (255, 0, 0))), 10_000)
    assert red.size == "4x2" and set(red.pixels) == {76}  # ITU-R 601-2
    clear = picture.read(saved(tmp_path, Image.new("RGBA", (4, 2), (0, 0, 0, 0))), 10_000)
    assert set(clear.pixels) == {255}
    deep = picture.read(saved(tmp_path, Image.fromarray(np.full((2, 2), 0x80FF, np.uint16))), 10_000)
    assert set(deep.pixels) == {128}
    turned = Image.Exif()
    turned[0x0112] = 6  # orientation: a quarter
    assert picture.read(saved(tmp_path, Image.new("L", (4, 2)), "x.jpg", exif=turned), 10_000).size == "2x4"
    assert turned_over(tmp_path).identity != grey.identity and grey.identity[:2] == ("x.png", "53x37")
    scaled = picture.read(saved(tmp_path, Image.fromarray(NOISE)), 100, (8, 4))
    assert scaled.size == "8x4" and len(scaled.pixels) == 32


def test_a_file_that_is_not_a_picture_is_rejected_in_one_line(tmp_path):
    text, cut = tmp_path / "x.txt", tmp_path / "cut.png"
    text.write_text("no picture")
    full = saved(tmp_path, Image.fromarray(NOISE)).read_bytes()
    cut.write_bytes(full[: len(full) // 2])
    for file, words in (
        (text, "not a picture"),
        (cut, "not a picture"),
        (tmp_path, "no file"),
        (tmp_path / "no", "no file"),
    ):
        with pytest.raises(UsageError, match=words) as wrong:
            picture.read(file, 10_000)
        assert str(file) in str(wrong.value) and "\n" not in str(wrong.value)
    with pytest.raises(UsageError, match=r"53x37 does not fit.*1,960 pixels; give a smaller SIZE"):
        picture.read(tmp_path / "x.png", 1960)


@pytest.mark.parametrize("size", ["32", "0x5", "5x0", "32x32x32", "axb", "-1x5", "123456x1", "", "32X32"])
def test_a_size_is_width_and_height(size):
    with pytest.raises(UsageError, match="32x32 or 640x480"):
        picture.parse_size(size)


def test_the_default_measurements_are_those_of_the_papers():
    tasks = pictures.tasks()
    assert [(t.picture.size, t.mode) for t in tasks] == [(s, m) for s in kind.SIZES for m in kind.MODES]
    assert {t.point.name for t in tasks} == {"ibex-ref/aes-unit"} and len({t.label for t in tasks}) == 6
    assert [t.algorithm.nonce for t in tasks] == [0, 16, 13, 0, 16, 12]  # CCM counts bytes in what 15 leaves
    assert set(pictures.TEXTS) == set(kind.TEXTS)


def test_points_have_the_algorithms_of_their_extensions():
    aes, ascon = ("ibex-ref/all", "ibex-ref/none", "rocket/engine"), ("ibex-fast/xascon", "ibex-ref/xasconp")
    for point in (*aes, *ascon):
        (task,) = pictures.tasks(["8x8"], ["aead"], point)
        assert task.algorithm.name == ("aes-128-ccm" if point in aes else "ascon-aead128")
    assert "ibex-ref/zkned+zbkc" in pictures.points() and "ibex-ref/xascon" not in pictures.points()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--mode", "ofb"], "unknown mode 'ofb'; one of: ecb, cbc, aead"),
        (["32x32", "big"], "'big' is not a size"),
        (["99999x99999"], "does not fit the simulated RAM"),
        (["512x512", "--point", "rocket-scratchpad/none"], "512x512 on rocket-scratchpad/none does not fit"),
        (["--point", "ibex-ref/xascon"], "does not accelerate AES; give --mode aead"),
        (["--point", "ibex-ref/rocket"], "unknown point"),
        (["--picture", "no.png"], "no file no.png"),
        (["-o", "pyproject.toml"], "pyproject.toml' is a file"),
        (["--json", "no/such/folder/x.json"], "no folder"),
    ],
)
def test_impossible_arguments_are_rejected_before_any_run(monkeypatch, arguments, words):
    monkeypatch.setattr(planner, "measure", lambda *_: pytest.fail("it ran"))
    done = CliRunner().invoke(cli.main, ["study", "pictures", *arguments])
    said = done.output + str(done.exception)
    assert done.exit_code != 0 and words in said
    assert not isinstance(done.exception, UsageError) or "\n" not in str(done.exception)


def test_an_existing_folder_is_kept(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    picture_sheet.folder(tmp_path)
    assert picture_sheet.folder(tmp_path / "a" / "b").is_dir()
    assert sorted(f.name for f in tmp_path.iterdir()) == ["a", "mine.txt"]


def test_the_list_names_everything():
    done = CliRunner().invoke(cli.main, ["study", "pictures", "--list"])
    assert done.exit_code == 0
    assert all(word in done.output for word in ("512x512", "aead (aes-128-ccm, ascon-aead128)", "rocket/aes-unit"))


def test_padding_and_the_changed_bit():
    ecb, _, aead = pictures.tasks(["5x3"])
    assert ecb.message == ecb.picture.pixels + bytes(1) and aead.message == aead.picture.pixels
    for task in (ecb, aead):
        changed = [i for i, (a, b) in enumerate(zip(task.message, task.tampered(task.message), strict=True)) if a != b]
        assert changed == [7]  # the middle of the middle row
    assert pictures.tasks(["1x1"])[2].tampered(b"\0") == b"\x10"


@pytest.fixture
def computed(monkeypatch):
    """Compute results instead of simulating."""

    def run(task, text):
        counts = Counts(cycles=1000, instret=900, bytes_fetched=0, bytes_loaded=0, bytes_stored=0)
        return pictures.Ran(*pictures.expected(task, text, pictures.job_of(task, text)), counts, counts)

    monkeypatch.setattr(pictures, "run", run)
    monkeypatch.setattr(pictures.model_module, "key", lambda _: "model")
    monkeypatch.setattr(pictures.Task, "runner", property(lambda _: pictures.Elf(pictures.Path(__file__))))


def test_records_of_each_text(computed):
    tasks = pictures.tasks(["64x40"])
    results = {(r["mode"], r["text"]): r for t in tasks for r in pictures.measure(t)}
    assert list(results) == [(m, t) for m in pictures.MODES for t in pictures.TEXTS]
    assert {m: results[m, "tampered"]["differing_pixels"] for m in pictures.MODES} == {
        "ecb": 16,
        "cbc": 17,
        "aead": 2560,
    }
    assert results["aead", "tampered"]["status"] == "refused" and results["aead", "tampered"]["entropy_bits"] == 0
    for (mode, text), r in results.items():
        assert text == "tampered" or (r["differing_pixels"] == 0) == (text != "encrypted")
        assert (r["cycles"] is None) == (text == "original") and r["blocks"] == 160
        repeated = r["repeated_blocks"]
        assert text != "encrypted" or repeated == (
            results["ecb", "original"]["repeated_blocks"] if mode == "ecb" else 0
        )
    assert results["ecb", "original"]["repeated_blocks"] > 40
    operations = [results["aead", t]["operation"] for t in pictures.TEXTS]
    assert operations == [None, "seal", "open", "open"]


def test_a_table_of_a_paper_finds_its_records(computed):
    results = [r for t in pictures.tasks(["32x32"]) for r in pictures.measure(t)]
    for metric in ("entropy_bits", "correlation", "correlation_vertical", "correlation_diagonal"):
        for mode in kind.MODES:
            for text in kind.TEXTS:
                inputs = {
                    "record": "pictures",
                    "point": "ibex-ref/aes-unit",
                    "size": "32x32",
                    "mode": mode,
                    "text": text,
                }
                selector = selectors.make_selector({**inputs, "metric": metric}, "here")
                (record,) = [r for r in results if selector.fits(r)]
                assert (record["mode"], record["text"], selector.figure(record)) == (mode, text, record[metric])


def test_files_contain_the_pictures(computed, tmp_path):
    tasks = pictures.tasks(["24x40", "300x20"])
    created = [(pictures.measure(t), pictures.texts(t)) for t in tasks]
    files = picture_sheet.write(tmp_path, created)
    assert len(files) == len(set(files)) == 2 * (1 + 9 + 1)
    for records, texts in created:
        for text, data in texts.items():
            record = records[0]
            name = f"shield-{record['size']}" + ("" if text == "original" else f"-{record['mode']}-{text}")
            with Image.open(tmp_path / f"{name}.png") as image:
                assert (f"{image.width}x{image.height}", image.mode, image.tobytes()) == (record["size"], "L", data)
    with Image.open(tmp_path / "shield-300x20-sheet.png") as sheet, Image.open(tmp_path / "shield-300x20.png") as own:
        left, top = picture_sheet.panel_at(0, 0)
        shown = np.asarray(own)[::2, ::2]  # half as large: every second pixel
        at = top + (picture_sheet.PANEL - 10) // 2, left + (picture_sheet.PANEL - 150) // 2
        assert (np.asarray(sheet)[at[0] : at[0] + 10, at[1] : at[1] + 150] == shown).all()
        assert np.asarray(sheet)[5, 5] == 255


def test_tables(computed):
    results = [r for t in pictures.tasks(["32x32", "16x8"]) for r in pictures.measure(t)]
    first, two = grids(results)
    assert [len(g.rows) for g in (first, two)] == [12, 12] and "16x8" in two.title
    assert first.rows[-1][:3] == ["aes-128-ccm", "tampered (refused)", "0.000"] and first.rows[-1][3:6] == ["none"] * 3
    assert all(len(row) == len(first.head) for row in first.rows)
    odd = next(grids([r for t in pictures.tasks(["5x3"]) for r in pictures.measure(t)]))
    assert odd.notes[-1].startswith("ECB and CBC: 1 zeros after")
    assert [correlation(c) for c in (-0.0004, None, 1)] == ["0.000", "none", "1.000"]
    assert first.head[6:8] == ["repeated", "blocks"] and first.rows[0][7] == "64"


def test_sums_are_exact():
    """Sums of squares times pixels, which pass 2^48, and differ little."""
    pixels = RANDOM.integers(250, 256, (300, 400), np.uint8)
    a, b = (p.ravel().tolist() for p in (pixels[:, :-1], pixels[:, 1:]))
    n = len(a)
    covariance = Fraction(sum(x * y for x, y in zip(a, b, strict=True)), n) - Fraction(sum(a) * sum(b), n * n)
    spread = [Fraction(sum(x * x for x in s), n) - Fraction(sum(s), n) ** 2 for s in (a, b)]
    wanted = float(covariance) / (float(spread[0]) * float(spread[1])) ** 0.5
    assert picture_figures.correlation(pixels[:, :-1], pixels[:, 1:]) == pytest.approx(wanted, rel=1e-13)
