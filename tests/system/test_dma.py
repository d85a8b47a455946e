# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The library on an engine that does not see the core's data cache: a write-back cache in front of RAM
(cached_ibex.sv), random evictions, other addresses, and an interrupt handler that makes calls (dma.c)."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.builds import BUILDS
from vambrace import config
from vambrace.base import tools
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.config import Build, macros
from vambrace.hardware import model
from vambrace.software.oracles import oracle
from vambrace.software.running.simulate import Machine, Outcome, simulate
from vambrace.software.toolchain import program

HERE = Path(__file__).parent
LINE = 64  # of cached_ibex.sv

ALGORITHMS = {
    "ascon-aead128": "vmb_aead_ascon_aead128",
    "ascon-128a": "vmb_aead_ascon128a",
    "chacha20-poly1305": "vmb_aead_chacha20_poly1305",
    "aes-128-ccm": "vmb_aead_aes128_ccm",
    "aes-256-ccm": "vmb_aead_aes256_ccm",
}


def with_cache(name: str) -> Build:
    """A library for this system."""
    return replace(BUILDS[name], cache_line=LINE, translates=True)


def _bytes(size: int, first: int) -> bytes:
    return bytes((37 * i + first) & 0xFF for i in range(size))


def _fnv(data: bytes) -> str:
    actual = 0x811C9DC5
    for byte in data:
        actual = (actual ^ byte) * 0x01000193 & 0xFFFFFFFF
    return f"{actual:#x}u"


def _sealed(algorithm: str, length: int) -> str:
    known = oracle.LENGTHS[algorithm]
    nonce = 13 if "ccm" in algorithm else known.nonces[0]
    ad = _bytes((5 * length + 3) % 23, 90)
    return _fnv(b"".join(oracle.seal(algorithm, _bytes(known.key, 3), _bytes(nonce, 50), ad, _bytes(length, 130), 16)))


def expected(lengths: list[int]) -> str:
    """Return the expected results of dma.c, from other implementations."""

    def table(name: str, rows: list[list[str]]) -> str:
        return (
            f"static const uint32_t {name}[][{len(rows[0])}] = {{{', '.join('{' + ', '.join(r) + '}' for r in rows)}}};"
        )

    key, iv = _bytes(16, 3), _bytes(16, 50)
    modes = [
        [
            _fnv(oracle.encrypt(f"aes-128-{mode}", key, b"" if mode == "ecb" else iv, _bytes(16 * n, 130))[0])
            for n in range(1, 5)
        ]
        for mode in ("ecb", "cbc", "ctr")
    ]
    kinds = (("ascon-hash256", 32, b""), ("ascon-xof128", 48, b""), ("ascon-cxof128", 48, _bytes(11, 90)))
    return "\n".join(
        (
            "#include <stdint.h>",
            f"#define ALGORITHMS {', '.join(f'&{name}' for name in ALGORITHMS.values())}",
            f"#define LENGTHS {len(lengths)}",
            f"static const uint16_t lengths[] = {{{', '.join(map(str, lengths))}}};",
            table("whole_expected", [[_sealed(a, n) for n in lengths] for a in ALGORITHMS]),
            f"#define forty_expected {_sealed('ascon-aead128', 40)}",
            table("modes_expected", modes),
            table(
                "digests_expected",
                [[_fnv(oracle.digest(a, _bytes(n, 130), size, c)) for n in lengths] for a, size, c in kinds],
            ),
            "",
        )
    )


def run(folder: Path, build: Build, lengths: list[int], flags: tuple[str, ...] = ()) -> Outcome:
    core = replace(config.cores()["ibex-ref"], top="cached_ibex", waits={}, parameters={})
    path = model.build(model.ModelSpec(core, model.ENGINES, files=(HERE / "cached_ibex.sv",)))
    (folder / "expected.h").write_text(expected(lengths))
    elf = program.link([HERE / "dma.c"], build, 1 << 20, [f"-I{folder}", "-DNO_HOOKS=0", *flags])
    return simulate(path, elf, Machine(1 << 20, max_cycles=60_000_000), cached=True)


CACHE = pytest.mark.long("a model with a cache: a minute for all tests with it")


@pytest.mark.parametrize(
    ("name", "lengths"),
    [
        pytest.param("engine", [3, 33, 64], marks=CACHE),
        pytest.param("engine-obi-irq", [40], marks=pytest.mark.long("it waits otherwise")),
        pytest.param("engine:size", list(range(100)), marks=pytest.mark.long("another profile, more lengths")),
        pytest.param("engine-obi", list(range(100)), marks=pytest.mark.long("it waits otherwise; more lengths")),
    ],
)
def test_jobs_on_an_engine_that_does_not_see_the_cache(name, lengths, tmp_path):
    """With the program's functions, each result is right and no byte around it is lost. If one of them is skipped for
    one part of a job, a result is wrong."""
    outcome = run(tmp_path, with_cache(name), lengths)
    assert (outcome.end, outcome.exit_code) == ("exit", 0)


STALE = pytest.mark.long("another reason for the same stale line")


@CACHE
@pytest.mark.parametrize(
    ("build", "flags"),
    [
        (replace(with_cache("engine"), cache_line=0), ()),
        pytest.param(with_cache("engine"), ("-UNO_HOOKS", "-DNO_HOOKS=1"), marks=STALE),
        pytest.param(replace(with_cache("engine"), translates=False), (), marks=STALE),
    ],
    ids=["no calls", "functions without an effect", "the core's addresses"],
)
def test_a_stale_line_is_detected(build, flags, tmp_path):
    outcome = run(tmp_path, build, [33], flags)
    assert outcome.end == "exit" and 0 < outcome.exit_code < 1000


def test_the_functions_of_the_guide(tmp_path):
    guide = (root() / "docs" / "user" / "dma.md").read_text()
    functions, buffer = re.findall(r"```c\n(.*?)```", guide, re.DOTALL)
    source = tmp_path / "functions.c"
    source.write_text(f"{functions}\n{buffer}\nvoid *end(void) {{ return packet; }}\n")
    flags = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", *macros.of(with_cache("engine"))]
    text = tools.run(["riscv64-unknown-elf-objdump", "-d", str(program.compile_object(source, flags))])
    # cbo.clean and cbo.inval (RISC-V CMO extensions 1.0), of any register
    words = [int(word, 16) for word in re.findall(r"\t([0-9a-f]{8})  ", text)]
    assert {word >> 20 for word in words if word & 0x7FFF == 0x200F} == {0, 1}


SIZES = """
#include "engine/engine_job.h"
#include "engine/engine_turn.h"
#include "vambrace/aes.h"
#include "vambrace/generic.h"
#include "vambrace/hash.h"
#define IN_LINES(type) (sizeof(type) % VMB_DMA_LINE == 0 && _Alignof(type) == VMB_DMA_LINE)
_Static_assert(IN_LINES(vmb_aead_stream) && IN_LINES(vmb_aes128_ctr_stream) && IN_LINES(vmb_ascon_cxof128_stream), "");
_Static_assert(IN_LINES(vmb_engine_reader), "vmb_engine_unread");
"""


@pytest.mark.parametrize("line", [8, 128])
def test_data_that_changes_during_a_job_has_separate_lines_of_cache(line, tmp_path):
    source = tmp_path / "sizes.c"
    source.write_text(SIZES)
    build = replace(BUILDS["engine"], cache_line=line)
    program.compile_object(source, [*macros.of(build), f"-I{root() / 'lib' / 'src'}"])
    driver = program.compile_object(root() / "lib" / "src" / "engine" / "engine_run.c", program.source_flags(build))
    text = tools.run(["riscv64-unknown-elf-objdump", "-dr", str(driver)])
    frame = re.search(r"<vmb_engine_do>:\n.*?sp,sp,-(\d+)\n.*?vmb_engine_do_apart.*?\tret", text, re.DOTALL)
    assert frame and int(frame[1]) >= line


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["-DVMB_DMA_LINE=32"], "need VMB_ENGINE_PORT or VMB_ENGINE_MMIO"),
        (["-DVMB_ENGINE_PORT_PIO=1", "-DVMB_DMA_TRANSLATE=1"], "need VMB_ENGINE_PORT or VMB_ENGINE_MMIO"),
        (["-DVMB_AES_UNIT=1", "-DVMB_DMA_LINE=32"], "need VMB_ENGINE_PORT or VMB_ENGINE_MMIO"),
        (["-DVMB_ENGINE_PORT=1", "-DVMB_DMA_LINE=48"], "a power of two"),
        (["-DVMB_ENGINE_PORT=1", "-DVMB_DMA_LINE=4"], "a power of two"),
    ],
)
def test_contradictory_options_are_an_error(flags, message, tmp_path):
    source = tmp_path / "empty.c"
    source.write_text('#include "vambrace/backend.h"\n')
    with pytest.raises(VambraceError, match=message):
        program.compile_object(source, flags)


ZEPHYR = """
#include <stddef.h>
#include "vambrace/dma.h"
#include "vmb_sim.h"
static size_t from, size, which;
int sys_cache_data_flush_range(void *p, size_t n) { from = (size_t)p; size = n; which = 1; return 0; }
int sys_cache_data_invd_range(void *p, size_t n) { from = (size_t)p; size = n; which = 2; return 0; }
int main(void)
{
    unsigned at, n;

    for (at = 0x80001000; at < 0x80001000 + 130; at++) {
        for (n = 1; n < 200; n += 7) {
            unsigned first = at / VMB_DMA_LINE, last = (at + n - 1) / VMB_DMA_LINE;

            vmb_dma_clean((const void *)at, n);
            if (which != 1 || from != first * VMB_DMA_LINE || size != (last - first + 1) * VMB_DMA_LINE) return 1;
            vmb_dma_invalidate((void *)at, n);
            if (which != 2 || from != first * VMB_DMA_LINE || size != (last - first + 1) * VMB_DMA_LINE) return 2;
        }
    }
    return 0;
}
"""


@CACHE
def test_zephyr_is_called_with_whole_lines(tmp_path):
    """RIOT's cache API leaves undefined what happens to a part of a line. Its header is only declared here."""
    (tmp_path / "zephyr").mkdir()
    declared = "\n".join(f"int sys_cache_data_{name}_range(void *p, size_t n);" for name in ("flush", "invd"))
    (tmp_path / "zephyr" / "cache.h").write_text(f"#include <stddef.h>\n{declared}\n")
    main = tmp_path / "main.c"
    main.write_text(ZEPHYR)
    build = replace(BUILDS["engine"], cache_line=64)
    port = root() / "ports" / "zephyr" / "drivers" / "dma_vambrace.c"
    elf = program.link([main, port], build, 1 << 20, [f"-I{tmp_path}"])
    path = model.build(model.shared(config.cores()["ibex-ref"], build.extensions))
    outcome = simulate(path, elf, Machine(1 << 20, max_cycles=5_000_000), cached=True)
    assert (outcome.end, outcome.exit_code) == ("exit", 0)
