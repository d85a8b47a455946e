# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The case lists of tests/aead, as job images that programs run. The tests check their results, not this module."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vambrace.base import children, extras
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace_dev import tests_folder

if TYPE_CHECKING:
    from vambrace.config import Build

_NO_TESTS = 5  # pytest's exit code if a marker deselects all tests of a file


def _batch(algorithm: str, budget: int | None, host: bool) -> Any:
    with tests_folder.importable():
        from tests.aead import batch
        from tests.aead.catalogue import lists_for

        return batch.within_budget(algorithm, tuple(item.name for item in lists_for(algorithm)), budget, None, host)


def images(algorithm: str) -> list[bytes]:
    """Return all cases of an algorithm for this machine."""
    return [item.image.before for item in _batch(algorithm, None, True).images(4)]


def programs() -> list[tuple[Path, list[str]]]:
    """Return programs other than case lists, with their flags: those of vambrace/secure.h, and those made of
    algorithms' objects.
    """
    with tests_folder.importable():
        from tests.aead import (
            test_ascon_options,
            test_ccm_no_tag,
            test_chunks,
            test_generic,
            test_generic_mac,
            test_ieee802154,
            test_secure,
            test_several,
        )
        from tests.aead import test_protocols as frames

        loops = [test_generic.LOOP, test_generic.SELF_TEST, test_generic_mac.LOOP]
        return [
            (test_secure.SOURCE, []),
            (test_ascon_options.SOURCE, []),
            (test_ccm_no_tag.SOURCE, [test_ccm_no_tag.EXPECTED]),
            (test_ieee802154.SOURCE, [test_ieee802154.expected()]),
            *((frames.source(name), frames.flags(frames.known(name))) for name in frames.PROTOCOLS),
            *((source, []) for source in (*loops, test_chunks.CHUNKS, test_several.ONE)),
        ]


def spike_images(algorithm: str, xlen: int) -> list[bytes]:
    """Return the cases of each list within its share of the tests' budget for Spike."""
    with tests_folder.importable():
        from tests.aead.targets import SPIKE_BUDGET
    return [item.image.before for item in _batch(algorithm, SPIKE_BUDGET, False).images(xlen // 8)]


def spike_programs() -> list[tuple[Path, list[str], Build, list[str]]]:
    """Return programs other than case lists, with their flags, their build and their ISAs on Spike: those of
    vambrace/probe.h.
    """
    with tests_folder.importable():
        from tests.system import test_probe

        isas = {64: test_probe.ISAS, 32: test_probe.ISAS + test_probe.OWN_ISAS}
        return [
            (test_probe.SOURCE, test_probe.flags(), test_probe.on_spike(xlen), [f"rv{xlen}{isa}" for isa, _ in known])
            for xlen, known in isas.items()
        ]


def spike_targets() -> list[tuple[Build, str, str]]:
    """Return the library builds and algorithms that Spike runs: the build, its ISA, the algorithm."""
    with tests_folder.importable():
        from tests.aead import targets
        from tests.aead.spike_runner import SpikeRunner, isa

        runners = [(item.runner, item.algorithm) for item in targets.software()]
        return [(r.build, r.isa or isa(r.build), name) for r, name in runners if isinstance(r, SpikeRunner)]


def pytest(start: list[str], options: list[str], environment: dict[str, str], processes: int = 0) -> None:
    """Run pytest in one process or with several workers, with its output on standard error. VambraceError if a test
    fails: the coverage would be incomplete.
    """
    extras.need("test")
    where = os.pathsep.join([str(root() / "src"), str(root() / "dev"), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = children.run(
        [*start, "-n", str(processes), "--dist", "loadscope", *options],
        cwd=root(),
        stdout=sys.stderr,
        env={**os.environ, "PYTHONPATH": where, **environment},
    )
    if done.returncode not in (0, _NO_TESTS):
        raise VambraceError("some tests failed: coverage is measured when they pass")
