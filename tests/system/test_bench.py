# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace bench`: its records, what they must show, and what an interruption leaves."""

import csv
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from tests.aead.targets import PARTLY, REPRESENTATIVE
from tests.builds import BUILDS
from tests.signals import let_through
from vambrace import config
from vambrace.base.paths import cache_dir, root
from vambrace.software.running import aead
from vambrace.view import bench_table, table

FIELDS = {
    "schema", "record", "library", "core", "extensions", "profile", "accesses", "algorithm", "kind", "scenario",
    "operation", "ad_bytes", "message_bytes", "cycles", "cycles_with_key_setup", "published_cycles", "instret",
    "cpi", "bytes_executed", "bytes_fetched", "bytes_loaded", "bytes_stored", "counters", "code_bytes", "stack_bytes",
    "static_bytes", "key_bytes", "published_bytes", "checked", "tools", "configuration", "source_hash",
}  # fmt: skip

# One of each kind, mode and feature that a record or a table handles separately.
KINDS = {
    "aes-128-gcm": "aead",
    "aes-192-ecb": "cipher",
    "aes-256-cbc": "cipher",
    "aes-128-ctr": "cipher",
    "ascon-hash256": "hash",
    "ascon-cxof128": "hash",
}


def bench(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "vambrace", "bench", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})


@pytest.fixture(scope="module")
def chosen(request) -> list[str]:
    """The points that are measured: those of the reference core, and in the long run all."""
    return [] if request.config.getoption("--long") else ["ibex-ref"]


@pytest.fixture(scope="module")
def everything(chosen, tmp_path_factory) -> tuple[list[dict], str, list[dict]]:
    """The records of the points, the table, and the lines of the CSV file."""
    folder = tmp_path_factory.mktemp("bench")
    done = bench(*chosen, "--json", str(folder / "r.json"), "--csv", str(folder / "r.csv"))
    assert done.returncode == 0, done.stderr
    with (folder / "r.csv").open() as f:
        lines = list(csv.DictReader(f))
    return json.loads((folder / "r.json").read_text()), done.stdout, lines


def test_every_measurement_has_a_record(chosen, everything):
    records, _, lines = everything
    names = [(r["core"], r["extensions"], r["algorithm"], r["scenario"], r["operation"]) for r in records]
    want = {
        (p.core.name, p.extensions.name, a, s, o)
        for p in config.select_points(chosen)
        for a in config.select_algorithms([])
        for s in config.scenarios()
        for o in ("seal", "open")
    }
    assert len(names) == len(set(names)) and set(names) == want
    assert len(lines) == len(records)
    assert [int(line["cycles"]) for line in lines] == [r["cycles"] for r in records]


def test_records_are_complete(everything):
    for record in everything[0]:
        assert set(record) == FIELDS
        assert record["cycles"] >= record["instret"] > 0
        assert record["cycles_with_key_setup"] > record["cycles"]
        assert record["bytes_fetched"] > 0 < record["code_bytes"]
        # An engine with a memory port does both itself.
        moved = not config.extension_sets()[record["extensions"]].engine
        assert record["bytes_loaded"] >= moved * (record["ad_bytes"] + record["message_bytes"])
        assert record["bytes_stored"] >= moved * record["message_bytes"]
        assert record["tools"]["riscv64-unknown-elf-gcc"].startswith("12.")


def test_every_field_is_described(everything):
    """docs/reference/records.md has a row for each field of a record, and of the objects in it."""
    page = (root() / "docs" / "reference" / "records.md").read_text().split("<!-- end of bench, throughput -->")[0]
    rows = [line.split("|")[1] for line in page.split("\n") if line.startswith("| `")]
    described = {name for row in rows for name in row.replace("`", "").replace(",", " ").split()}
    keys = {f"{name}.{key}" for name in ("configuration", "counters") for key in everything[0][0][name]}
    assert described == FIELDS - {"schema"} | keys


KINDS_LONG = pytest.mark.long("a measurement of every kind: a quarter of a minute")
SMALL = pytest.mark.long("the other profile, by the same code of the command")


@pytest.fixture(scope="module", params=[pytest.param("speed", marks=KINDS_LONG), pytest.param("size", marks=SMALL)])
def kinds(request, tmp_path_factory) -> tuple[str, list[dict], str]:
    """A profile, and the records and tables of algorithms of every kind in it."""
    file = tmp_path_factory.mktemp("kinds") / "r.json"
    chosen = [word for a in KINDS for word in ("-a", a)]
    done = bench("ibex-ref/none", "ibex-ref/all", *chosen, "--json", str(file), "--profile", request.param)
    assert done.returncode == 0, done.stderr
    return request.param, json.loads(file.read_text()), done.stdout


def test_every_kind_has_its_records(kinds):
    profile, records, _ = kinds
    names = [(r["extensions"], r["algorithm"], r["scenario"], r["operation"]) for r in records]
    assert (
        len(names)
        == len(set(names))
        == 2 * len(config.scenarios()) * sum(len(config.OPERATIONS[kind]) for kind in KINDS.values())
    )
    for r in records:
        known, shape = config.algorithms()[r["algorithm"]], config.scenarios()[r["scenario"]]
        assert set(r) == FIELDS and r["profile"] == profile and r["kind"] == KINDS[r["algorithm"]]
        assert r["operation"] in config.OPERATIONS[r["kind"]]
        blocks = r["algorithm"].endswith(("ecb", "cbc"))
        assert r["message_bytes"] == (shape.message // 16 * 16 if blocks else shape.message)
        has_ad = r["kind"] == "aead" or r["algorithm"] == "ascon-cxof128"
        assert r["ad_bytes"] == (shape.ad if has_ad else 0)
        assert r["published_cycles"] is r["published_bytes"] is None
        lengths = r["configuration"]["nonce_bytes"], r["configuration"]["tag_bytes"]
        assert lengths == {"ecb": (0, 0), "cbc": (16, 0), "ctr": (16, 0)}.get(known.mode, (known.nonce, known.tag))
        assert ("-Os" in r["configuration"]["library_flags"]) == (profile == "size")
        # A hash has no key to set up or to hold.
        assert (r["cycles_with_key_setup"] > r["cycles"]) == (r["key_bytes"] > 0) == (r["kind"] != "hash")


def test_every_kind_has_its_tables(kinds):
    profile, _, shown = kinds
    place = "ibex-ref" if profile == "speed" else "ibex-ref, size profile"
    for title in (
        f"Cycles to seal and open a packet on {place} (zigbee 25+86 bytes, ipv6 40+1224 bytes)",
        f"Cycles to seal and open a frame in place on {place}",
        "zigbee-frame 25+86 bytes, ipv6-frame 40+1224 bytes",
        f"Bytes of memory to set up a key and seal on {place}",
        f"Cycles to encrypt and decrypt a message on {place} (zigbee 86 bytes, ipv6 1224 bytes)",
        "ECB and CBC take whole blocks: 80 of 86 and 1216 of 1224 bytes",
        f"Bytes of memory to set up a key and encrypt on {place}",
        f"Cycles to hash a message on {place} (zigbee 86 bytes, ipv6 1224 bytes)",
        "ascon-cxof128: with a customization string of 25 and 40 bytes",
        f"Bytes of memory to hash on {place}",
    ):
        assert shown.count(title) == 1, title
    assert "published" not in shown  # there are no published figures for these
    assert max(map(len, shown.split("\n"))) <= 100 and "…" not in shown


MANY = pytest.mark.long("hundreds of programs: the representative algorithms are always measured")


@pytest.mark.parametrize(
    ("profile", "algorithms"),
    [
        pytest.param("speed", REPRESENTATIVE, marks=MANY),
        pytest.param("speed", tuple(config.algorithms()), marks=MANY),
        pytest.param("size", REPRESENTATIVE, marks=MANY),
    ],
    ids=["speed", "speed, every algorithm", "size"],
)
def test_uses_lists_every_set_with_its_own_code(profile, algorithms):
    """With an extension set that is not in an algorithm's `uses`, and without an engine or AES unit that supports it,
    the algorithm's program is that of a smaller set in `uses`."""
    sets = config.extension_sets()
    for known in (config.algorithms()[name] for name in algorithms):
        partly = known.name in PARTLY or "cmac" in known.name
        engines = () if known.engine or partly else ("engine", "engine-obi-pio")
        alike = {name: entry for name, entry in sets.items() if not entry.engine or name in engines}
        # One AES unit is enough; with a unit of one key length, AES with the others is C.
        alike = {name: entry for name, entry in alike.items() if not entry.one_key_length}
        # In the size profile vmb_wipe is longer with an AES unit.
        if known.is_aes or profile == "size":
            del alike["aes-unit"]
        # The C around CMAC's kernels doubles a block with Zbkb next to Zkned, too.
        if "cmac" in known.name:
            del alike["all"]
        code = {
            name: [aead.probe(known, config.Build(entry, profile), o).path.read_bytes() for o in known.operations]
            for name, entry in alike.items()
        }
        for name, entry in alike.items():
            smaller = [e for e in ("none", *known.uses) if set(sets[e].units) <= set(entry.units)]
            most = max(len(sets[e].units) for e in smaller)
            largest = [code[e] for e in smaller if len(sets[e].units) == most]
            assert code[name] in largest, (profile, known.name, name)


def published(record: dict) -> int | None:
    return record["published_cycles"]


OTHER_UNIT = pytest.mark.long("compiles the library for another unit")


@pytest.mark.parametrize(
    "label",
    [
        "aes-128-unit-port-pio",
        *(pytest.param(n, marks=OTHER_UNIT) for n in ("aes-unit", "aes-192-unit", "aes-256-unit-tlul-pio:size")),
    ],
)
def test_key_set_up_is_found_whatever_the_unit(label):
    """Its name depends on the unit's key length."""
    known = config.algorithms()["aes-256-cbc"]
    assert aead.runner(known, BUILDS[label]).symbol(*aead.init_names(known))


@pytest.mark.long("seven seconds: the ceilings are always checked")
def test_published_cycles_are_beaten(everything):
    """Every row with extensions is faster than its published figure. Without extensions, constant-time AES-128-CCM is
    at least five times as fast as the byte-wise one, and ChaCha20-Poly1305 at least 1.5 times."""
    compared = 0
    for r in everything[0]:
        if published(r) is None:
            continue
        factor = {("aes-128-ccm", "none"): 5.0, ("chacha20-poly1305", "none"): 1.5}
        wanted = factor.get((r["algorithm"], r["extensions"]), 1.0)
        name = f"{r['core']}/{r['extensions']} {r['algorithm']} {r['scenario']}"
        assert published(r) / r["cycles"] > wanted, f"{name}: {r['cycles']} against {published(r)}"
        compared += 1
    assert compared == 2 * 6  # rows of the LASCAS paper except those of Zbkb alone (zbkb2), in two scenarios


# Maximum cycles of one call on the engine at Ibex's accelerator port, driver included.
LIMITS = {
    ("ascon-aead128", "zigbee"): 350,
    ("aes-128-ccm", "zigbee"): 400,
    ("chacha20-poly1305", "zigbee"): 600,
    ("ascon-aead128", "ipv6"): 1500,
    ("aes-128-ccm", "ipv6"): 2000,
    ("chacha20-poly1305", "ipv6"): 2500,
}


@pytest.mark.long("a quarter of a minute; the cycles of the README are always compared")
def test_the_engine_keeps_its_limits(everything):
    seals = {
        (r["algorithm"], r["scenario"]): r["cycles"]
        for r in everything[0]
        if (r["core"], r["extensions"], r["operation"]) == ("ibex-ref", "engine", "seal")
    }
    assert {name: seals[name] for name in LIMITS if seals[name] > LIMITS[name]} == {}


@pytest.mark.long("three more engines, each with two algorithms")
def test_couplings_that_are_requested(everything, request, tmp_path):
    """One engine with a memory port, one without, one whose interrupt wakes the core: their cycles are between those of
    the port and of software. All algorithms in the long run."""
    file = tmp_path / "r.json"
    long = request.config.getoption("--long")
    algorithms = config.select_algorithms([]) if long else ["ascon-aead128"]
    couplings = ("engine-obi-irq", "engine-axi4l", "engine-tlul-pio")
    points = [f"ibex-ref/{name}" for name in couplings]
    done = bench(*points, "-s", "zigbee", *(f"-a{a}" for a in algorithms), "--json", str(file))
    assert done.returncode == 0, done.stderr
    content = {(r["extensions"], r["algorithm"], r["operation"]): r for r in json.loads(file.read_text())}
    assert set(content) == {(c, a, o) for c in couplings for a in algorithms for o in ("seal", "open")}
    near = {
        (r["extensions"], r["algorithm"], r["operation"]): r["cycles"]
        for r in everything[0]
        if (r["core"], r["scenario"]) == ("ibex-ref", "zigbee")
    }
    for (_, *call), record in content.items():
        assert near["engine", *call] < record["cycles"] < near["zbkb", *call] / 2
    for call in ((a, o) for a in algorithms for o in ("seal", "open")):
        with_port, without = (content[c, *call] for c in couplings[1:])
        assert with_port["bytes_loaded"] < without["bytes_loaded"] and without["bytes_stored"] > 86
        assert content["engine-obi-irq", *call]["instret"] < with_port["instret"]
        assert all(name in done.stdout for name in couplings)


def test_an_unused_extension_changes_nothing(everything):
    """An extension that an algorithm does not use leaves every count as it is."""
    counts = {}
    for r in everything[0]:
        place = (r["core"], r["algorithm"], r["scenario"], r["operation"])
        counts[(*place, r["extensions"])] = (r["cycles"], r["instret"], r["bytes_fetched"], r["code_bytes"])
    for (core, algorithm, scenario, operation, extensions), actual in counts.items():
        uses = config.algorithms()[algorithm].uses
        sets = config.extension_sets()
        if config.algorithms()[algorithm].gains_from(sets[extensions]):
            continue
        smaller = [e for e in ("none", *uses) if set(sets[e].units) <= set(sets[extensions].units)]
        most = max(len(sets[e].units) for e in smaller)
        same = [counts[(core, algorithm, scenario, operation, e)] for e in smaller if len(sets[e].units) == most]
        assert actual in same, (algorithm, extensions)


def test_the_table_shows_published_and_ours(chosen, everything):
    shown = everything[1]
    assert "Cycles to seal a packet on ibex-ref" in shown
    fast = any(point.core.name == "ibex-fast" for point in config.select_points(chosen))
    assert ("Cycles to seal and open a packet on ibex-fast" in shown) is fast
    assert "107,176" in shown and "50,979" in shown
    assert max(map(len, shown.split("\n"))) <= 100
    assert "…" not in shown


def test_the_readme_shows_what_was_measured(everything):
    sealing = next(bench_table.grids([r for r in everything[0] if r["core"] == "ibex-ref"]))
    assert table.grid_markdown(sealing) in (root() / "README.md").read_text(), (
        "renew it: vambrace bench ibex-ref --markdown"
    )


def test_the_second_run_measures_nothing(chosen, everything, tmp_path):
    before = {p: p.stat().st_ino for p in (cache_dir() / "result").iterdir() if p.name[0] != "."}
    start = time.monotonic()
    assert bench(*chosen, "--json", str(tmp_path / "again.json")).returncode == 0
    # Measuring takes longer; other tests may add results of their own meanwhile.
    assert time.monotonic() - start < 10
    assert all(p.stat().st_ino == then for p, then in before.items())
    assert json.loads((tmp_path / "again.json").read_text()) == everything[0]


def test_an_interruption_keeps_finished_measurements(everything, tmp_path):
    """Ctrl-C in the middle: exit code 130, whole results only, and the next run continues."""
    for kind in ("model", "object", "library", "program"):
        (tmp_path / kind).symlink_to(cache_dir() / kind)
    results = tmp_path / "result"
    environment = {"VAMBRACE_CACHE": str(tmp_path)}
    some = ("ibex-ref", "-s", "zigbee")
    process = subprocess.Popen(
        [sys.executable, "-m", "vambrace", "bench", *some],
        env={**os.environ, **environment},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=let_through,
    )
    deadline = time.monotonic() + 300  # under load
    while not (results.is_dir() and any(not p.name.startswith(".") for p in results.iterdir())):
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "interrupted" in errors and "Traceback" not in errors
    stored = {p.name: (p / "counts.json").read_text() for p in results.iterdir() if not p.name.startswith(".")}
    assert stored
    assert bench(*some, **environment).returncode == 0
    after = {p.name: (p / "counts.json").read_text() for p in results.iterdir() if not p.name.startswith(".")}
    assert len(after) > len(stored) and stored.items() <= after.items()
