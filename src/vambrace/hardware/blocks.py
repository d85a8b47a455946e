# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Simulation models of single cipher cores: a module with a test bench of soc/blocks."""

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vambrace.base import children, store, tools
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.config import macros
from vambrace.hardware import rtl, verilator

_FLAGS = ["--cc", "--prefix", "Vblock", "-O3", "--assert", "-Wno-fatal", "-Wno-lint", "-Wno-style"]

#: The test bench of each supported module.
_BENCHES = {
    "vmb_aes_core": "aes_core",
    "vmb_ascon": "unit",
    "vmb_ascon_small": "ascon_small",
    "vmb_chacha20_poly1305": "unit",
}


@dataclass(frozen=True)
class BlockSpec:
    """A module with its parameters, and the FuseSoC file that lists it."""

    top: str
    source: str
    parameters: tuple[tuple[str, int], ...]

    @property
    def label(self) -> str:
        return f"{self.top} ({', '.join(f'{name}={value}' for name, value in self.parameters)})"


def has_bench(top: str) -> bool:
    """Return whether a module has a test bench."""
    return top in _BENCHES


def _bench(spec: BlockSpec) -> Path:
    return root() / "soc" / "blocks" / f"{_BENCHES[spec.top]}.cpp"


def sources(spec: BlockSpec) -> list[Path]:
    """Return all source files of a model."""
    return [*rtl.core_files(root() / spec.source), _bench(spec), _bench(spec).with_name("bench.h")]


def key(spec: BlockSpec) -> str:
    """Return the hash of all inputs of a model."""
    identity = [spec.top, spec.parameters, macros.block_bench(spec.top)]
    files = store.digest_files(sources(spec), comments=False, lines=False)
    return store.digest(verilator.key(), _FLAGS, identity, files)


def is_built(spec: BlockSpec) -> bool:
    """Return whether the model is in the cache."""
    return store.has("block", key(spec))


def build(spec: BlockSpec) -> Path:
    """Return the path of the model's program; build it if it is not in the cache."""

    def make(work: Path) -> None:
        objects = work / "obj"
        parameters = [f"-G{name}={value}" for name, value in spec.parameters]
        files = map(str, rtl.core_files(root() / spec.source))
        command = [verilator.program(), *_FLAGS, "--top-module", spec.top, *parameters, "-Mdir", str(objects), *files]
        tools.run(command, env=verilator.environment())
        flags = [*macros.block_bench(spec.top), f"-I{_bench(spec).parent}"]
        verilator.link(objects, [_bench(spec)], flags, work / "block")
        store.remove(objects)

    return store.entry("block", key(spec), make) / "block"


def run(spec: BlockSpec, arguments: list[str], lines: list[bytes]) -> dict[str, Any]:
    """Return the output of a model for these arguments and lines of standard input (soc/blocks)."""
    with tempfile.TemporaryFile() as stdin:
        stdin.write(b"".join(line.hex().encode() + b"\n" for line in lines))
        stdin.seek(0)
        done = children.run([str(build(spec)), *arguments], stdin=stdin, capture_output=True, text=True)
    if done.returncode != 0:
        raise VambraceError(f"{spec.label}: {done.stderr.strip() or f'exit code {done.returncode}'}")
    result: dict[str, Any] = json.loads(done.stdout.strip().split("\n")[-1])
    return result
