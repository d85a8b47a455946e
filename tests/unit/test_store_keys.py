# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Every key of the cache changes if an input of the entry changes, and is otherwise the same."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from tests.builds import BUILDS
from tests.host import runner as host
from vambrace import config
from vambrace.base import code, store, tools
from vambrace.base.paths import root
from vambrace.hardware import model, rocket, rtl
from vambrace.silicon import faults, gates
from vambrace.software import peers
from vambrace.software.running import spike_extensions
from vambrace.software.toolchain import includes, program
from vambrace_dev import fuzz_target
from vambrace_dev.proofs import circuit, plan, prove
from vambrace_dev.testing.lockstep import campaign, stepper


@pytest.fixture(autouse=True)
def _versions(monkeypatch):
    """Tools have version 1 until a test changes it: none must be installed."""
    versions: dict[str, str] = {}
    monkeypatch.setattr(tools, "version", lambda name: versions.get(name, "1"))
    return versions


def write(folder: Path, **texts: str) -> None:
    """Write files by name, with __ for a folder and _ for the dot."""
    for name, text in texts.items():
        path = folder / Path(*name.split("__")).with_suffix("")
        path = path.with_name(".".join(path.name.rsplit("_", 1)))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def different(*keys: str) -> bool:
    return len(set(keys)) == len(keys)


# ---- files ----


def test_files_count_by_content_name_and_folder(tmp_path):
    write(tmp_path, a__x_h="1", b__x_h="2", c__y_h="1")
    x, y = tmp_path / "a" / "x.h", tmp_path / "b" / "x.h"
    first = store.digest_files([x, y])
    assert store.digest_files([x, y]) == first
    assert different(first, store.digest_files([y, x]), store.digest_files([tmp_path / "c" / "y.h", y]))
    write(tmp_path, a__x_h="2", b__x_h="1")  # exchanged
    assert store.digest_files([x, y]) != first
    write(tmp_path, a__x_h="1", b__x_h="1")  # the same content, another place in an order of folders
    assert store.digest_files([x, y]) != store.digest_files([y, x])


def test_files_outside_the_checkout_may_be_anywhere(tmp_path):
    for place in ("here", "there/deeper"):
        write(tmp_path / place, a__x_h="1", b__x_h="2")
    keys = {
        store.digest_files([tmp_path / p / "a" / "x.h", tmp_path / p / "b" / "x.h"]) for p in ("here", "there/deeper")
    }
    assert len(keys) == 1


def test_contents_count_in_any_folder(tmp_path):
    write(tmp_path, a__x_o="1", b__y_o="1", c__x_o="2")
    first, other, third = (tmp_path / name for name in ("a/x.o", "b/y.o", "c/x.o"))
    assert store.digest_contents([first]) == store.digest_contents([other]) != store.digest_contents([third])
    assert store.digest_contents([first, third]) != store.digest_contents([third, first])


# ---- included files ----


def test_what_a_source_includes(tmp_path):
    write(
        tmp_path,
        main_c='#include "own.h"\n#  include <far.h>\n#include <stdint.h>\n#include PICKED\n',
        own_h='#define OTHER "other.inc"\n#include OTHER\n',
        other_inc="/* nothing */",
        far__far_h='#include "nearby.h"\n',
        far__nearby_h="",
        forced_h='.incbin "table.bin"\n',
        table_bin="x",
        picked_h="",
        alone_h="",
    )
    flags = ["gcc", f"-I{tmp_path / 'far'}", "-include", str(tmp_path / "forced.h"), f'-DPICKED="{tmp_path}/picked.h"']
    names = ["main.c", "own.h", "other.inc", "far/far.h", "far/nearby.h", "forced.h", "table.bin", "picked.h"]
    assert set(includes.closure([tmp_path / "main.c"], flags)) == {tmp_path / name for name in names}
    first = includes.digest(tmp_path / "main.c", flags)
    for name in names:
        text = (tmp_path / name).read_text()
        (tmp_path / name).write_text(text + "\n")
        assert includes.digest(tmp_path / "main.c", flags) != first, name
        (tmp_path / name).write_text(text)
        assert includes.digest(tmp_path / "main.c", flags) == first
    write(tmp_path, alone_h="not included")
    assert includes.digest(tmp_path / "main.c", flags) == first


def test_unchanged_files_are_examined_once(tmp_path):
    write(tmp_path, main_c='#include "own.h"\n', own_h="1")
    source, actual = tmp_path / "main.c", []
    for text in ("2", "3"):
        with includes.looked_at_once():
            actual.append(includes.digest(source, ()))
            (tmp_path / "own.h").write_text(text * 10)
            assert includes.digest(source, ()) == actual[-1]
        actual.append(includes.digest(source, ()))
    assert different(actual[0], actual[1], actual[3]) and actual[1] == actual[2]


def test_a_new_file_earlier_in_the_search_order_is_found(tmp_path):
    write(tmp_path, main_c="#include <x.h>\n", one__y_h="", two__x_h="")
    flags = [f"-I{tmp_path / 'one'}", f"-I{tmp_path / 'two'}"]
    first = includes.closure([tmp_path / "main.c"], flags)
    write(tmp_path, one__x_h="")
    assert includes.closure([tmp_path / "main.c"], flags) != first


# ---- programs ----


def test_an_object_is_shared_if_it_does_not_use_a_macro(tmp_path):
    """Only for VMB_ macros: the toolchain's headers may use others."""
    write(tmp_path, main_c='#include "own.h"\n#if VMB_ONE\n#endif\n', own_h="#ifdef VMB_TWO\n#endif\n")
    source = tmp_path / "main.c"

    def now(*flags: str) -> str:
        return program.object_key(source, list(flags))

    assert now() == now("-DVMB_THREE=1") == now("-DVMB_ON=1", "-DVMB_ONES=1")
    assert different(now(), now("-DVMB_ONE=1"), now("-DVMB_ONE=2"), now("-DVMB_TWO=1"), now("-DNDEBUG"), now("-DONE"))


def test_names_in_the_values_of_macros_count(tmp_path):
    """As in the compilation of firmware/size_probe.c: -DVMB_OPERATION=VMB_BACKWARD -DVMB_BACKWARD=vmb_..._open."""
    write(tmp_path, main_c="int main(void) { return VMB_OPERATION(); }")
    flags = ["-DVMB_OPERATION=VMB_BACKWARD", "-DVMB_BACKWARD=one", "-DVMB_FORWARD=two"]
    command = program.compiling(tmp_path / "main.c", flags)
    assert set(flags[:2]) <= set(command) and flags[2] not in command


def test_names_that_are_pasted_together_count(tmp_path):
    write(tmp_path, main_c="#define PICK(name) VMB_PICK_##name\n")

    def now(*flags: str) -> str:
        return program.object_key(tmp_path / "main.c", list(flags))

    assert now() == now("-DVMB_PICKED=1") != now("-DVMB_PICK_IT=1")


def test_objects(tmp_path, _versions):
    write(tmp_path, main_c='#include "own.h"\n', own_h="", main2_c='#include "own.h"\n', alone_h="")
    source, flags = tmp_path / "main.c", ["-Os", "-DX=1"]

    def now(source=source, flags=flags, xlen=32) -> str:
        return program.object_key(source, flags, xlen)

    first = now()
    results = [first, now(flags=["-O2", "-DX=1"]), now(flags=["-Os", "-DX=2"]), now(xlen=64), now(tmp_path / "main2.c")]
    for tool in (program.GCC, "picolibc"):
        _versions[tool] = "2"
        results.append(now())
        del _versions[tool]
    write(tmp_path, own_h="changed")
    results.append(now())
    write(tmp_path, own_h="")
    write(tmp_path, main_c='#include "own.h"\n\n')
    results.append(now())
    assert different(*results)
    write(tmp_path, main_c='#include "own.h"\n', alone_h="changed")
    assert now() == first


def test_objects_of_the_same_text(tmp_path, _versions):
    """Macros are in the text, so they do not count; everything else does."""
    write(tmp_path, main_c='#include "own.h"\n', own_h="", main2_c='#include "own.h"\n')
    source, command = tmp_path / "main.c", [program.GCC, "-O2", "-DVMB_ONE=1"]
    first = program.text_key(source, command, "int x;")
    assert program.text_key(source, [program.GCC, "-O2", "-DVMB_TWO=1"], "int x;") == first
    results = [
        first,
        program.text_key(source, command, "int y;"),
        program.text_key(tmp_path / "main2.c", command, "int x;"),
        program.text_key(source, [program.GCC, "-Os"], "int x;"),
    ]
    _versions[program.GCC] = "2"
    results.append(program.text_key(source, command, "int x;"))
    del _versions[program.GCC]
    write(tmp_path, own_h="changed")
    assert different(*results, program.text_key(source, command, "int x;"))


def test_a_header_of_the_library_is_in_its_objects(tmp_path):
    """For the existing sources: each header is an input of some object's key, through all folders."""
    read = set()
    for build, source in product((BUILDS["all"], BUILDS["zknh"]), program.library_sources()):
        read |= set(includes.closure([source], program.compiling(source, program.source_flags(build))))
    folders = [root() / "lib" / name for name in ("include", "src")]  # tests/host/test_psa.py: of the driver
    headers = {h for folder in folders for ending in ("h", "inc") for h in folder.rglob(f"*.{ending}")}
    for_callers = {root() / "lib" / "include" / "vambrace" / name for name in ("backend.h", "ise.h")}
    assert headers - read == for_callers and len(headers) > 30


def test_libraries(tmp_path, _versions):
    write(tmp_path, a_o="1", b_o="2", c_o="1")
    a, b, c = (tmp_path / f"{n}.o" for n in "abc")
    first = program.archive_key("libx.a", ["a", "b"], [a, b])
    assert program.archive_key("libx.a", ["a", "b"], [c, b]) == first
    results = [
        first,
        program.archive_key("liby.a", ["a", "b"], [a, b]),
        program.archive_key("libx.a", ["b", "a"], [a, b]),
        program.archive_key("libx.a", ["a", "b"], [b, a]),
    ]
    _versions[program.GCC] = "2"
    assert different(*results, program.archive_key("libx.a", ["a", "b"], [a, b]))


def test_programs(tmp_path, _versions, monkeypatch):
    write(tmp_path, a_o="1", b_o="2", libx_a="x", liby_a="x", link_ld="script")
    a, b, x, y = (tmp_path / name for name in ("a.o", "b.o", "libx.a", "liby.a"))
    first = program.program_key(32, 1 << 20, [a, b], x)
    assert program.program_key(32, 1 << 20, [a, b], x) == first
    results = [
        first,
        program.program_key(64, 1 << 20, [a, b], x),
        program.program_key(32, 1 << 21, [a, b], x),
        program.program_key(32, 1 << 20, [b, a], x),
        program.program_key(32, 1 << 20, [a, b], y),
        program.program_key(32, 1 << 20, [a], x),
    ]
    for tool in (program.GCC, "picolibc"):
        _versions[tool] = "2"
        results.append(program.program_key(32, 1 << 20, [a, b], x))
        del _versions[tool]
    monkeypatch.setattr(program, "_script", lambda: tmp_path / "link.ld")
    results.append(program.program_key(32, 1 << 20, [a, b], x))
    (tmp_path / "link.ld").write_text("another script")
    assert different(*results, program.program_key(32, 1 << 20, [a, b], x))


def test_host_programs(tmp_path, _versions):
    write(tmp_path, main_c='#include "own.h"\n', own_h="", forced_h="", a_o="1", alone_h="")
    source, flags = tmp_path / "main.c", ["-O2", "-include", str(tmp_path / "forced.h")]

    def now(kind="host", flags=flags, work=("-c",)) -> str:
        return host.key(kind, flags, [source], [*work, str(tmp_path / "a.o")])

    first = now()
    results = [first, now("other"), now(flags=["-O1", *flags[1:]]), now(work=("-S",))]
    for name in ("main.c", "own.h", "forced.h", "a.o"):
        text = (tmp_path / name).read_text()
        (tmp_path / name).write_text(f"{text}\n")
        results.append(now())
        (tmp_path / name).write_text(text)
    _versions["gcc"] = "2"
    assert different(*results, now())
    del _versions["gcc"]
    write(tmp_path, alone_h="changed")
    assert now() == first


def test_fuzz_targets(tmp_path, _versions):
    write(tmp_path, main_c='#include "own.h"\n', own_h="", a_o="1", b_o="2")
    source, a, b = tmp_path / "main.c", tmp_path / "a.o", tmp_path / "b.o"
    results = [fuzz_target.object_key(["clang", "-O1"], source), fuzz_target.object_key(["clang", "-O2"], source)]
    write(tmp_path, own_h="changed")
    results.append(fuzz_target.object_key(["clang", "-O1"], source))
    tables = {"speed": "table"}
    results += [
        fuzz_target.target_key(*inputs)
        for inputs in (
            (["-O1"], tables, [[a], [b]]),
            (["-O2"], tables, [[a], [b]]),
            (["-O1"], {"speed": "other"}, [[a], [b]]),
            (["-O1"], {"size": "table"}, [[a], [b]]),
            (["-O1"], tables, [[a, b], []]),
            (["-O1"], tables, [[b], [a]]),
        )
    ]
    _versions["clang"] = "2"
    assert different(
        *results, fuzz_target.object_key(["clang", "-O1"], source), fuzz_target.target_key(["-O1"], tables, [[a], [b]])
    )


def test_spike_extensions(_versions):
    results = [
        spike_extensions.key({"a.h": b"1"}),
        spike_extensions.key({"a.h": b"2"}),
        spike_extensions.key({"b.h": b"1"}),
    ]
    for tool in ("spike", "g++"):
        _versions[tool] = "2"
        results.append(spike_extensions.key({"a.h": b"1"}))
        del _versions[tool]
    assert different(*results) and spike_extensions.key({"a.h": b"1"}) == results[0]


# ---- hardware ----


def design(tmp_path, **changes) -> rtl.Design:
    write(tmp_path, up__package_sv="p", up__core_sv="c", up__lib__cell_sv="l", up__inc__defs_svh="d")
    up = tmp_path / "up"
    fields = {
        "packages": [up / "package.sv"],
        "edited": {"edited.sv": "e"},
        "files": [up / "core.sv"],
        "include_dirs": [up / "inc"],
        "library_dirs": [up / "lib"],
        "generated": None,
    }
    return rtl.Design(**{**fields, **changes})


def test_models(tmp_path, monkeypatch, _versions):
    created = design(tmp_path)
    monkeypatch.setattr(model, "design_of", lambda spec: created)
    ibex = config.cores()["ibex-ref"]
    spec = model.ModelSpec(ibex, frozenset({"Zbkb"}))

    def now(spec=spec) -> str:
        model.key.cache_clear()
        return model.key(spec)

    first = now()
    results = [first]
    results += [
        now(replace(spec, **change))
        for change in (
            {"units": frozenset()},
            {"stock": True},
            {"trace": True},
            {"files": (tmp_path / "up" / "core.sv",)},
            {"core": replace(ibex, parameters={**ibex.parameters, "Secure": 0})},
            {"core": replace(ibex, rvfi_delay=3)},
            {"core": replace(ibex, top="other")},
            {"core": replace(ibex, caches=True)},
            {"core": replace(ibex, xlen=64)},
            {"core": replace(ibex, waits={})},
            {"core": replace(ibex, waits={**ibex.waits, "data": "other"})},
        )
    ]
    for name in ("package.sv", "core.sv", "lib/cell.sv", "inc/defs.svh"):
        path = tmp_path / "up" / name
        text = path.read_text()
        path.write_text(text + "int changed;")
        results.append(now())
        path.write_text(text)
    new = tmp_path / "up" / "lib" / "new.sv"
    new.write_text("")
    results.append(now())
    new.unlink()
    for tool in ("verilator", "g++"):
        _versions[tool] = "2"
        results.append(now())
        del _versions[tool]
    with monkeypatch.context() as patch:
        patch.setattr(model, "FLAGS", ["-DX"])
        results.append(now())
    for change in ({"edited": {"edited.sv": "other"}}, {"edited": {}}, {"files": []}):
        created = design(tmp_path, **change)
        results.append(now())
    generated = rocket.Generated(tmp_path / "up", "package.sv", "lib", "x", ["out.v"], "rv32")
    for item in (generated, replace(generated, configuration="rv64"), replace(generated, output=["other.v"])):
        created = design(tmp_path, generated=item)
        results.append(now())
    created = design(tmp_path)
    assert now() == first and different(*results)
    model.key.cache_clear()


def test_generated_cores(tmp_path):
    write(tmp_path, pom_xml="pom", src__deep__A_scala="a")
    left = rocket.Generated(tmp_path, "pom.xml", "src", "x", ["out.v"], "rv32")
    first = left.key
    results = [first, replace(left, configuration="rv64").key, replace(left, output=["other.v"]).key]
    write(tmp_path, pom_xml="other")
    results.append(left.key)
    write(tmp_path, pom_xml="pom", src__deep__A_scala="b")
    results.append(left.key)
    write(tmp_path, src__deep__A_scala="a", src__deep__B_scala="a")
    assert different(*results, left.key)


_NETLIST = ("soc__gates__netlist_cpp", "soc__gates__netlist_h")


@pytest.mark.parametrize(
    ("module", "names"),
    [
        (gates, ("counters_cpp", "memory_cpp", "options_cpp", "window_cpp", "memory_h")),
        (faults, ("parent_h",)),
    ],
)
def test_the_simulators_of_netlists(tmp_path, monkeypatch, _versions, module, names):
    monkeypatch.setattr(module, "root", lambda: tmp_path)
    own = f"soc__{module.__name__.rpartition('.')[2]}__main_cpp"
    every = [own, own.replace("cpp", "h"), *_NETLIST, *(f"soc__sim__{name}" for name in names)]
    if module is faults:
        every.append("lib__include__vambrace__engine_regs_h")
    write(tmp_path, **dict.fromkeys(every, ""))
    results = [module.simulator_key()]
    for name in every:
        write(tmp_path, **{name: "changed"})
        results.append(module.simulator_key())
    _versions["g++"] = "2"
    assert different(*results, module.simulator_key())


def test_circuits_of_gates(monkeypatch):
    first = gates.prepared_key("netlist")
    monkeypatch.setattr(code, "of", lambda *parts: "changed")
    second = gates.prepared_key("netlist")
    monkeypatch.setattr(code, "files", lambda *modules: "changed")
    assert different(first, second, gates.prepared_key("netlist"), gates.prepared_key("other"))


def test_proofs(_versions, monkeypatch):
    proof = next(iter(plan.proofs().values()))
    sources = [("a.sv", "1"), ("b.sv", "2")]
    results = [
        circuit.circuit_key(*inputs)
        for inputs in (
            (proof, sources),
            (proof, [("a.sv", "2"), ("b.sv", "1")]),
            (replace(proof, top="x"), sources),
            (replace(proof, parameters=(("N", 1),)), sources),
            (replace(proof, left_out=("x",)), sources),
        )
    ]
    _versions["pyosys"] = "2"
    results.append(circuit.circuit_key(proof, sources))
    results += [
        prove.bit_key("pdr", "c", "b"),
        prove.bit_key("bmc3", "c", "b"),
        prove.bit_key("pdr", "d", "b"),
        prove.bit_key("pdr", "c", "a"),
    ]
    monkeypatch.setattr(code, "files", lambda *modules: "changed")
    assert different(*results, prove.bit_key("pdr", "c", "b"))


def test_peers():
    peer = next(iter(config.peers().values()))
    keys = [peers.sources_key(peer)]
    keys += [
        peers.sources_key(replace(peer, **{field: "x"}))
        for field in ("kind", "package", "package_version", "sha256", "folder")
    ]
    keys += [peers.sources_key(replace(peer, keep=("x",))), peers.sources_key(replace(peer, replaced={"a": "b"}))]
    assert different(*keys) and peers.sources_key(replace(peer, title="x")) == keys[0]


def test_lockstep(tmp_path, monkeypatch, _versions):
    """The key of the program includes all of its includes; the result also depends on core and code."""
    monkeypatch.setattr(stepper, "root", lambda: tmp_path)
    monkeypatch.setattr(tools, "spike_program", lambda: Path("/spike"))
    sources = {
        "soc__lockstep__main_cpp": '#include "compare.h"\n',
        "soc__lockstep__hart_cpp": "",
        "soc__lockstep__compare_h": '#include "../sim/a.h"\n',
        "soc__sim__a_h": '#include "b.h"\n',
        "soc__sim__b_h": "",
    }
    write(tmp_path, **sources)
    results = [stepper.key()]
    for name, text in sources.items():
        write(tmp_path, **{name: f"{text}// changed\n"})
        results.append(stepper.key())
        write(tmp_path, **{name: text})
    assert stepper.key() == results[0]
    _versions["g++"] = "2"
    assert different(*results, stepper.key())

    inputs = {"model": "1", "ours": "1", "code": "1"}
    monkeypatch.setattr(model, "key", lambda spec: inputs["model"] + spec.core.name)
    monkeypatch.setattr(spike_extensions, "content", lambda isa: inputs["ours"] if "xascon" in isa else "")
    monkeypatch.setattr(code, "files", lambda *modules: inputs["code"] + str(modules))
    ibex = campaign.of("ibex-ref")
    keys = [campaign.done_key(ibex), campaign.done_key(campaign.of("cv32e40x"))]
    for name in inputs:
        inputs[name] = "2"
        keys.append(campaign.done_key(ibex))
        inputs[name] = "1"
    write(tmp_path, soc__sim__b_h="// changed\n")
    assert different(*keys, campaign.done_key(ibex))
