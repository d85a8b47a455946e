# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Keys of measurements and synthesis change if any of their inputs changes."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace

import pytest

from vambrace import config
from vambrace.analysis import profile, stack_paint
from vambrace.base import code, tools
from vambrace.base.paths import root
from vambrace.hardware import model
from vambrace.measure import bench, latency
from vambrace.silicon import synthesis
from vambrace.silicon.parts import Part
from vambrace.software.toolchain.elf import Elf


@pytest.fixture(autouse=True)
def _inputs(monkeypatch):
    """Tools and models have version 1; tests set the code."""
    inputs = {"tool": "1", "model": "1", "code": "1"}
    monkeypatch.setattr(tools, "version", lambda name: inputs["tool"])
    monkeypatch.setattr(model, "key", lambda spec: inputs["model"] + repr(spec))
    monkeypatch.setattr(code, "digest", lambda module: inputs["code"] + module)
    return inputs


def different(*keys: str) -> bool:
    return len(set(keys)) == len(keys)


def test_results(tmp_path, _inputs):
    path = tmp_path / "program.elf"
    path.write_bytes(b"1")
    task = bench.Task(config.point("ibex-ref/none"), config.algorithms()["ascon-128"], config.scenarios()["zigbee"])

    def now(task=task) -> str:
        return bench.result_key(task, Elf(path))

    first = now()
    peer = next(iter(config.peers().values()))
    results = [
        first,
        now(replace(task, algorithm=config.algorithms()["ascon-128a"])),
        now(replace(task, scenario=replace(task.scenario, message=17))),
        now(replace(task, scenario=replace(task.scenario, ad=1))),
        now(replace(task, point=config.point("ibex-fast/none"))),
    ]
    rocket = replace(task, point=config.point("rocket/none"))
    results += [now(rocket), now(replace(rocket, cold=True))]
    chacha = replace(task, algorithm=config.algorithms()["chacha20-poly1305"])
    results += [now(chacha), now(replace(chacha, peer=peer))]
    path.write_bytes(b"2")
    results.append(now())
    path.write_bytes(b"1")
    for name in ("model", "code"):
        _inputs[name] = "2"
        results.append(now())
        _inputs[name] = "1"
    assert now() == first and different(*results)


@pytest.mark.parametrize("key", [stack_paint.depths_key, profile.counted_key])
def test_depths_and_profiles(key, _inputs):
    results = [
        key("model", b"elf", [1]),
        key("other", b"elf", [1]),
        key("model", b"other", [1]),
        key("model", b"elf", [2]),
    ]
    _inputs["code"] = "2"
    assert different(*results, key("model", b"elf", [1]))


def test_latencies(_inputs):
    results = [
        latency.runs_key("s", b"t", 3),
        latency.runs_key("x", b"t", 3),
        latency.runs_key("s", b"x", 3),
        latency.runs_key("s", b"t", 4),
    ]
    _inputs["code"] = "2"
    assert different(*results, latency.runs_key("s", b"t", 3))


def test_the_code_is_that_of_all_imports(tmp_path, monkeypatch):
    monkeypatch.undo()  # the real code
    first = code.digest("vambrace.measure.bench")
    assert first == code.digest("vambrace.measure.bench") != code.digest("vambrace.measure.latency")
    changed = tmp_path / "jobs.py"
    real = code.imports("vambrace.measure.bench")
    for name in (
        "vambrace.measure.bench",
        "vambrace.software.running.jobs",
        "vambrace.software.running.simulate",
        "vambrace.software.running.aead",
    ):
        changed.write_text(real[name].read_text() + "\nCHANGED = 1\n")
        with monkeypatch.context() as patch:
            patch.setattr(code, "imports", lambda module, name=name: {**real, name: changed})
            assert code.digest("vambrace.measure.bench") != first, name
    assert (
        code.files("vambrace.software.running.jobs")
        != code.files("vambrace.software.running.aead")
        != code.files("vambrace.software.running.jobs", "vambrace.software.running.aead")
    )
    assert code.of(different) != code.of(test_latencies)


def test_netlists(tmp_path, monkeypatch, _inputs):
    path = tmp_path / "unit.sv"
    path.write_text("1")
    inputs = SimpleNamespace(edited={}, generated=None, files=[path], digest_inputs=lambda: [path])
    monkeypatch.setattr(Part, "design", lambda part: inputs)
    part = Part("unit", "vmb_unit", (("N", 1),), "unit.core")
    liberty = SimpleNamespace(path=tmp_path / "cells.lib", digest="1")

    def now(part=part, liberty=liberty, hierarchy=False) -> list[str]:
        return [synthesis.key(part, liberty, hierarchy), synthesis.source_key(part, ["stat"], hierarchy)]

    first = now()
    both = [
        first,
        now(replace(part, top="x")),
        now(replace(part, parameters=(("N", 2),))),
        now(replace(part, left_out=("vmb_hold_memory",))),
    ]
    path.write_text("2")
    both.append(now())
    path.write_text("1")
    inputs.edited = {"a.sv": "text"}
    both.append(now())
    inputs.edited, inputs.generated = {}, SimpleNamespace(key="1")
    both.append(now())
    inputs.generated = SimpleNamespace(key="2")
    both.append(now())
    inputs.generated = None
    _inputs["tool"] = "2"
    both.append(now())
    _inputs["tool"] = "1"
    assert now() == first and different(*(keys[0] for keys in both)) and different(*(keys[1] for keys in both))
    left = synthesis.key(part, liberty)
    assert different(
        left, synthesis.key(part, liberty, True), synthesis.key(part, SimpleNamespace(path=liberty.path, digest="2"))
    )
    assert synthesis.key(part, SimpleNamespace(path=tmp_path / "elsewhere.lib", digest="1")) == left
    assert different(synthesis.source_key(part, ["stat"]), synthesis.source_key(part, ["other"]))
    assert different(synthesis.generic_key(part), synthesis.generic_key(part, True))


def test_every_cache_kind_is_known():
    """A new kind of entry, of run or of folder in the cache needs a test of its key: here is the list of those that
    have one, or need none because their key is a hash of pinned content, or because nothing is looked up by it."""
    texts = {
        str(p.relative_to(root())): p.read_text()
        for folder in ("src", "dev", "tests")
        for p in (root() / folder).rglob("*.py")
    }

    def found(pattern: str) -> set[str]:
        return {name for text in texts.values() for name in re.findall(pattern, text)}

    def files(pattern: str) -> set[str]:
        return {name for name, text in texts.items() if re.search(pattern, text)}

    tested = {"block", "model", "spike-extensions", "proof-circuit", "proof", "result", "peer", "rocket",
              "rocket-classes",
              "gates", "faults", "circuit", "netlist", "generic", "xilinx", "fuzz-object", "fuzz-target", "object",
              "compiled", "library", "program", "host", "paint", "profile", "latency", "lockstep", "mutant",
              "mutant-suite", "plugged", "test-bench"}  # fmt: skip
    full = {
        "spike-machine": "options and two versions", "verilator-runtime": "versions and flags",
        "verilator-headers": "the same",
        "report-library": "a version and a line", "ecp5": "source_key",
        "routed": "the netlist's key, version, options",
        "timing": "contents of the gates, all scripts",
        "recipe": "the same, and the seed", "activity": "keys of the model, circuit and program, code",
        "taint": "contents of the sources, versions and flags", "acvp": "the same, and what was read",
        "host-secrets": "as acvp", "host-secrets-program": "the same",
        "picture": "as profile", "study": "as latency", "vectors": "pinned hashes", "facv-vectors": "its own text",
        "os": "keys of the model and of the program, code, a list",
        "psa": "pinned hashes", "freertos": "the same", "lwip": "the same",
        "test-ise": "versions, flags, files", "test-cocotb": "the same", "test-dut": "the same",
        "abi": "a version, the command, what is included, the text",
        "certificate": "the circuit, the invariant, a version, code",
        "proof-model": "sources, options, versions, code", "proof-simulated": "keys of circuit and model",
        "cmake": "versions, options, files", "kind": "of a test", "built": "of a test", "tools": "pinned versions",
        "sent": "the name and contents of a file",
        "board-netlist": "source_key, the program", "board-routed": "the netlist's key, versions, options, constraints",
        "board-model": "sources, flags, versions", "boot-table": "its own text",
    }  # fmt: skip
    assert found(r'store\.entry\(\s*"([^"]+)"') == tested | set(full)
    # Entries that another worker built keep their kind and key.
    assert files(r"store\.entry\((?!\s*\")") == {"src/vambrace/base/cluster/parcels.py"}
    # Runs: each has a test in test_memo.py, as has what keeps them, in tests/aead/test_cached_cases.py or near it.
    assert files(r"memo\.recall\(") == {
        "src/vambrace/analysis/taint.py",
        "src/vambrace/measure/faults.py",
        "src/vambrace/software/running/simulate.py",
        "src/vambrace/software/running/spike.py",
        "tests/host/runner.py",
        "tests/cluster_jobs.py",
        "tests/ran.py",
        "tests/rtl/ise_pipe.py",
        "tests/host/test_fuzz.py",
        "tests/aead/cached_cases.py",
        "tests/aead/test_cached_cases.py",
        "tests/unit/test_memo.py",
    }
    assert files(r"store\.put\(") == {
        "dev/vambrace_dev/verify/stored.py",
        "src/vambrace/base/cluster/parcels.py",
        "src/vambrace/base/memo.py",
        "tests/unit/test_cache_limit.py",
        "tests/unit/test_memo.py",
        "tests/unit/test_store.py",
    }
    # Folders of the cache that modules fill themselves.
    folders = {
        "lockstep-done": "test_store_keys.py", "records": "test_record_store.py", "tests": "test_suite.py",
        "lockstep-found": "for the user to read", "counterexamples": "the same", "fuzz": "inputs, which are run again",
        "mutants": "while one is judged", "bytecode": "Python's own rules", "locks": "nothing is in them",
        "run": "of a test", "result": "of a test", "report-library": "copied for a test",
        "code": "test_sources.py", "hashes": "test_hashes.py", "riot": "RIOT's own rules",
        "zephyr": "Zephyr's own rules",
    }  # fmt: skip
    assert found(r'cache_dir\(\) / "([^"]+)"') == set(folders) | {"kind"}
