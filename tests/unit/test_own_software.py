# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Files of `vambrace bench --with`: the peers that they describe, and errors that are reported in one line."""

import pytest

from vambrace import config
from vambrace.base.errors import BuildError, UsageError
from vambrace.config import own
from vambrace.measure import bench, origins
from vambrace.results import inputs
from vambrace.software import peers

GIVEN = """\
name = "mine"
constant_time = true
sources = ["src/*.c"]
includes = ["include"]
macros = ["FAST=1"]
flags = ["-O3"]

[algorithms.ascon-aead128]
interface = "crypto_aead"
"""


@pytest.fixture
def file(tmp_path, monkeypatch):
    """A file and the software that it describes, which is copied into an own cache."""
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
    for name, text in {
        "src/a.c": "int a;\n",
        "src/api.h": "#define CRYPTO_KEYBYTES 16\n#define CRYPTO_NSECBYTES 0\n#define CRYPTO_ABYTES 16\n",
        "src/notes.txt": "",
        "include/deep/b.h": "",
        "glue.c": "",
        "glue.h": "",
        "mine.toml": GIVEN,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path / "mine.toml"


def test_a_file_describes_a_peer(file):
    (mine,) = own.read(file)
    assert (mine.name, mine.kind, mine.sources, mine.includes) == ("mine", config.OWN, ("src/a.c",), ("include",))
    assert set(mine.files) == {"src/a.c", "src/api.h", "include/deep/b.h"}
    assert mine.windows == {"seal": "crypto_aead_encrypt", "open": "crypto_aead_decrypt"}
    assert mine.macros[0] == "FAST=1" and "VMB_CRYPTO_AEAD_DECRYPT=crypto_aead_decrypt" in mine.macros
    assert mine.constant_time("ascon-aead128") and mine.origin == mine.version
    flags = peers.flags(mine, config.point("ibex-ref/none"))
    assert flags.index("-O2") < flags.index("-O3")
    folder = peers.sources(mine)
    assert (folder / "include/deep/b.h").is_file() and not (folder / "src/notes.txt").exists()
    assert [p.name for p in peers._adaptor(mine)] == ["crypto_aead.c"]


def test_an_adaptor_may_be_in_the_only_folder_of_sources(file):
    for name in ("glue.c", "glue.h"):
        (file.parent / name).rename(file.parent / "src" / name)
    given = GIVEN.replace('interface = "crypto_aead"', 'adaptor = "src/glue.c"\ncalls = "glue"')
    file.write_text(given.replace('includes = ["include"]\n', ""))
    (mine,) = own.read(file)
    assert mine.adaptor == "glue" and set(mine.files) == {"a.c", "api.h", "glue.c", "glue.h"}
    assert peers._adaptor(mine) == [peers.sources(mine) / "glue.c"]


def test_a_change_of_a_file_is_another_version(file):
    (before,) = own.read(file)
    origin = origins.foreign(before)[0]
    inputs.digest(origin)
    (file.parent / "include/deep/b.h").write_text("int b;\n")
    inputs.forget()
    (after,) = own.read(file)
    assert before.version != after.version and peers.sources_key(before) != peers.sources_key(after)
    with pytest.raises(BuildError, match=r"mine.toml: its sources changed; run it again"):
        inputs.digest(origin)
    assert inputs.digest(origins.foreign(after)[0])


def test_algorithms_have_their_own_functions_and_adaptors(file):
    file.write_text(
        GIVEN.replace("constant_time = true", "constant_time = false")
        + 'encrypt = "my_seal"\ndecrypt = "my_open"\n[algorithms.aes-128-ctr]\nadaptor = "glue.c"\ncalls = "my_ctr"\n'
    )
    aead, cipher = own.read(file)
    assert aead.windows == {"seal": "my_seal", "open": "my_open"} and not aead.constant_time("ascon-aead128")
    assert cipher.algorithms == {"aes-128-ctr": "my_ctr"} and not cipher.windows
    assert peers._adaptor(cipher) == [peers.sources(cipher) / "glue.c"] and peers._adaptor(cipher)[0].is_file()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('name = "mine"', "", "no 'name'"),
        ('name = "mine"', 'name = "mbedtls"', "the name 'mbedtls' is taken"),
        ('name = "mine"', 'name = "vambrace"', "the name 'vambrace' is taken"),
        ('name = "mine"', 'name = "My lib"', "small letters"),
        ("constant_time = true", "", "no 'constant_time'"),
        ("constant_time = true", 'constant_time = "yes"', "'constant_time' must be true or false"),
        ("flags = ", "flgas = ", "unknown key 'flgas'; did you mean 'flags'?"),
        ('["-O3"]', "[3]", "'flags' must be a list of texts"),
        ("src/*.c", "source/*.c", "no source matches 'source/*.c'"),
        ("src/*.c", "src/*.txt", "src/notes.txt, which is no C or assembly file"),
        ('["include"]', '["inc"]', "no folder"),
        ("ascon-aead128", "ascon-aead129", "unknown algorithm 'ascon-aead129'; did you mean"),
        ("ascon-aead128", "aes-128-ctr", "crypto_aead is for authenticated encryption"),
        ("ascon-aead128", "chacha20-poly1305", "has CRYPTO_KEYBYTES 16, but chacha20-poly1305 has 32 bytes"),
        ('"crypto_aead"', '"crypto_hash"', 'needs interface = "crypto_aead"'),
        ('interface = "crypto_aead"', 'adaptor = "glue.c"', "no 'calls'"),
        ('interface = "crypto_aead"', 'adaptor = "g.c"\ncalls = "g"', "no file"),
        ('interface = "crypto_aead"', 'interface = "crypto_aead"\ncalls = "g"', "unknown key 'calls'"),
        ('interface = "crypto_aead"', 'interface = "crypto_aead"\nencrypt = "a b"', "the name of a C function"),
        ('name = "mine"', "name = mine", "Invalid value"),
        ("[algorithms", "[extensions.zbk]\nflags = []\n\n[algorithms", "unknown extension set 'zbk'"),
        ("[algorithms", '[extensions.zbkb]\nflags = "-g"\n\n[algorithms', "must have 'flags', a list of texts"),
        ("[algorithms", '[extensions.zbkb]\nflag = ["-g"]\n\n[algorithms', "must have 'flags', a list of texts"),
    ],
)
def test_wrong_files_are_rejected_in_one_line(file, old, new, words):
    assert old in GIVEN
    file.write_text(GIVEN.replace(old, new))
    with pytest.raises(UsageError) as error:
        own.read(file)
    assert words in str(error.value) and str(file) in str(error.value) and "\n" not in str(error.value)


def test_a_missing_file_is_rejected(file):
    with pytest.raises(UsageError, match="--with: no file"):
        own.read(file.with_name("other.toml"))


def test_only_its_own_algorithms_are_measured(file):
    mine, points = own.read(file), [config.point("ibex-ref/zbkb"), config.point("ibex-ref/none")]
    (task,) = bench.own_tasks(points, ["ascon-aead128", "aes-128-ccm"], ["zigbee"], mine)
    assert task.label == "ibex-ref mine ascon-aead128 zigbee" and task.called.prefix == "vmb_crypto_aead"
    with pytest.raises(UsageError, match="mine has only ascon-aead128: name it with -a"):
        bench.own_tasks(points, ["aes-128-ccm"], ["zigbee"], mine)
    wide = next(p for p in config.points().values() if p.core.xlen == 64)
    assert bench.own_tasks([wide], ["ascon-aead128"], ["zigbee"], mine)
    file.write_text("xlen = 32\n" + GIVEN)
    assert bench.own_tasks([wide, points[1]], ["ascon-aead128"], ["zigbee"], own.read(file)) != []
    assert bench.own_tasks([wide], ["ascon-aead128"], ["zigbee"], own.read(file)) == []


def test_extension_sets_with_flags_are_measured_too(file):
    file.write_text(GIVEN + '\n[extensions.zbkb]\nflags = ["-march=rv32imc_zbkb"]\n')
    points = [config.point(f"ibex-ref/{name}") for name in ("zbkb", "zkned", "none")]
    plain, zbkb = bench.own_tasks(points, ["ascon-aead128"], ["zigbee"], own.read(file))
    assert [task.point.extensions.name for task in (plain, zbkb)] == ["none", "zbkb"]
    assert "-march=rv32imc_zbkb" in peers.flags(zbkb.peer, zbkb.point)
    assert "-march=rv32imc_zbkb" not in peers.flags(plain.peer, plain.point)
    assert "-O3" in peers.flags(zbkb.peer, zbkb.point)


def test_software_that_needs_extensions_is_not_measured_without(file):
    file.write_text("plain = false\n" + GIVEN + '\n[extensions.zbkb]\nflags = ["-march=rv32imc_zbkb"]\n')
    points = [config.point(f"ibex-ref/{name}") for name in ("none", "zbkb")]
    (zbkb,) = bench.own_tasks(points, ["ascon-aead128"], ["zigbee"], own.read(file))
    assert zbkb.point.extensions.name == "zbkb"
    file.write_text("plain = false\n" + GIVEN)
    with pytest.raises(UsageError, match="plain = false needs a table"):
        own.read(file)


@pytest.fixture
def checkouts(tmp_path, monkeypatch):
    """A folder with a checkout of Monocypher, as far as its description and our adaptor need it."""
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
    (tmp_path / "there" / "monocypher" / "src").mkdir(parents=True)
    for name in ("monocypher.c", "monocypher.h"):
        (tmp_path / "there" / "monocypher" / "src" / name).write_text("\n")
    return tmp_path / "there"


def test_checkouts_are_found_by_the_names_of_their_folders(checkouts):
    found = own.checkouts(checkouts)
    assert [(p.name, *p.algorithms) for p in found] == [
        ("monocypher", "chacha20-poly1305"),
        ("monocypher", "xchacha20-poly1305"),
    ]
    assert all(set(p.files) == {"monocypher.c", "monocypher.h"} and p.includes == (".",) for p in found)
    (adaptor,) = peers._adaptor(found[0])
    assert adaptor.is_file() and adaptor.parent == peers._own()
    assert len(bench.checkout_tasks([config.point("ibex-ref/none")], ["chacha20-poly1305"], ["zigbee"], found)) == 1
    described = own.state(found[0].package, found[0].package_version)
    assert described == own.known_checkouts()["monocypher"][0].read_text()
    (checkouts / "monocypher" / "src" / "monocypher.c").write_text("int changed;\n")
    with pytest.raises(BuildError, match="its sources changed"):
        own.state(found[0].package, found[0].package_version)


def test_each_description_of_a_checkout_has_its_adaptor():
    for folder, files in own.known_checkouts().items():
        for file in files:
            table = own._table(file)
            assert table["name"].startswith(folder)
            for name, call in table["algorithms"].items():
                own._call(str(file), peers._own(), name, call)


def test_wrong_folders_of_checkouts_are_rejected_in_one_line(checkouts):
    def rejected(words: str) -> None:
        with pytest.raises(UsageError) as error:
            own.checkouts(checkouts)
        assert words in str(error.value) and "\n" not in str(error.value)

    (checkouts / "monocipher").mkdir()
    rejected("unknown peer 'monocipher'; did you mean 'monocypher'?")
    (checkouts / "monocipher").rmdir()
    (checkouts / "monocypher" / "src" / "monocypher.c").unlink()
    rejected("no source matches 'src/monocypher.c' in")
    (checkouts / "monocypher").rename(checkouts.parent / "moved")
    rejected("has no checkout; known are ascon-c, bearssl, cryptogams, monocypher, openssl")
    checkouts.rmdir()
    rejected("--peers: no folder")
