# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The macros for C, C++ and Verilog. Only this module writes or reads the names of our macros
(tests/unit/test_macros.py).

The functions return compiler flags. Their order matters: it is part of the cache key of an object.
"""

from collections.abc import Collection, Iterable

from vambrace.config import engine_options
from vambrace.config.algorithm import Algorithm
from vambrace.config.build import Build
from vambrace.config.core import WAITS, Core
from vambrace.config.extensions import Accelerator
from vambrace.config.frame import Frame
from vambrace.config.parameters import literal

#: The prefix of our names in C and Verilog.
PREFIX = "VMB_"

#: The prefixes for extension instructions (vambrace/backend.h, detail/ise/insn.h), and for the text of an instruction.
ISE, INSN = "VMB_ISE_", "VMB_INSN_"

#: The prefix for the engine's registers (vambrace/engine_regs.h). Other engine macros begin with VMB_ENGINE_.
ENGINE_REGISTERS = "VMB_ENGINE_REG_"

#: Environment variables of the fuzz target: its algorithms, and whether it prints its steps (tests/fuzz).
FUZZ_ALGORITHMS, FUZZ_TRACE = "VMB_FUZZ_ALGORITHMS", "VMB_FUZZ_TRACE"

# The registers of engines in simulated systems (soc/rtl), by bus: engines without a memory port are at higher
# addresses, and on the accelerator port they have another opcode.
_ADDRESSES = {"obi": 0x1100_0000, "axi4l": 0x1100_1000, "tlul": 0x1100_2000}
_FURTHER = 0x1_0000
_OPCODE = 0x5B


def of(build: Build) -> list[str]:
    """Return the macros of a program and of libvambrace (vambrace/backend.h, firmware/common)."""
    extensions = build.extensions
    return [
        *(["-DVMB_PORTABLE=1"] if build.portable else []),
        *(["-DVMB_MISALIGNED=1"] if build.misaligned else []),
        *(f"-DVMB_ISE_{name.upper()}=1" for name in extensions.instructions),
        *(_accelerator(extensions.accelerator) if extensions.accelerator else []),
        *profile(build.profile),
        *([f"-DVMB_SCRATCHPAD={build.scratchpad:#x}"] if build.scratchpad else []),
        *(["-DVMB_ENGINE_ROCC=1"] if build.rocc else []),
        *(["-DVMB_ENGINE_LOCK=1"] if build.lock else []),
        *([f"-DVMB_DMA_LINE={build.cache_line}"] if build.cache_line else []),
        *(["-DVMB_DMA_TRANSLATE=1"] if build.translates else []),
        *(["-DVMB_SPIKE=1"] if build.spike else []),
    ]


def _accelerator(unit: Accelerator) -> list[str]:
    """Return the macros for the driver, and for the address or opcode of the accelerator."""
    if unit.kind == "aes-unit":
        by_registers = f"-DVMB_AES_UNIT_BASE={_ADDRESSES[unit.bus] + _FURTHER:#x}" if unit.bus != "port" else ""
        return [
            "-DVMB_AES_UNIT=1",
            *([] if unit.shorter_keys else [f"-DVMB_AES_UNIT_KEY_BITS={unit.key_bits}"]),
            *([] if unit.memory_port else [by_registers or "-DVMB_AES_UNIT_PIO=1"]),
            *(["-DVMB_AES_UNIT_CHAIN=1"] if unit.chain else []),
        ]
    gcm = ["-DVMB_ENGINE_GCM=1"] if dict(unit.options).get("AesGcm") else []
    if unit.bus == "port" and unit.memory_port:
        return ["-DVMB_ENGINE_PORT=1", *gcm]
    if unit.bus == "port":
        return ["-DVMB_ENGINE_PORT_PIO=1", f"-DVMB_ENGINE_OPCODE={_OPCODE:#x}", *gcm]
    return [
        "-DVMB_ENGINE_MMIO=1" if unit.memory_port else "-DVMB_ENGINE_PIO=1",
        f"-DVMB_ENGINE_BASE={_ADDRESSES[unit.bus] + (0 if unit.memory_port else _FURTHER):#x}",
        *(["-DVMB_ENGINE_IRQ=1"] if unit.interrupt else []),
        *(["-DVMB_ENGINE_RING=1"] if unit.ring else []),
        *gcm,
    ]


def profile(name: str) -> list[str]:
    """Return the macro of the optimisation profile, one of PROFILES."""
    return ["-DVMB_SIZE=1"] if name == "size" else []


def algorithm(known: Algorithm) -> list[str]:
    """Return the macros of the algorithm that a program calls (firmware/jobs_algorithm.h), and its own header."""
    forward, backward = known.function(known.operations[0]), known.function(known.operations[-1])
    return [
        f"-DVMB_ALG={known.prefix}",
        f"-DVMB_FORWARD={forward}",
        f"-DVMB_BACKWARD={backward}",
        f"-DVMB_KIND_{known.kind.upper()}",
        *(f"-DVMB_HAS_{feature.upper()}" for feature in known.features),
        *([f"-DVMB_LEAST_TAG={known.least_tag}"] if known.least_tag else []),
        *([f'-DVMB_ALGORITHM_HEADER="{known.header}"'] if known.header else []),
    ]


def frame(known: Frame) -> list[str]:
    """Return the macros of the frame that a program protects (firmware/jobs_frame.h)."""
    forward, backward = (f"{known.prefix}_{operation}" for operation in known.operations)
    return [
        f"-DVMB_ALG={known.prefix}",
        f"-DVMB_FORWARD={forward}",
        f"-DVMB_BACKWARD={backward}",
        "-DVMB_KIND_FRAME",
        f'-DVMB_FRAME_ADAPTOR="frames/{known.protocol}.h"',
        f"-DVMB_FRAME_HEADER={known.header}",
        f"-DVMB_FRAME_TAG={known.tag}",
        f"-DVMB_FRAME_LEVEL={known.level}",
        f"-DVMB_FRAME_AEAD={known.called[0].prefix.removeprefix('vmb_')}",
        *([f"-DVMB_FRAME_MASK={known.mask}"] if known.mask else []),
    ]


def peer(known: Algorithm) -> list[str]:
    """Return the macro of the algorithm that a peer's program is compiled for (configs/programs.toml)."""
    return [f"-DVMB_PEER_KEY_BYTES={known.key}"]


def crypto_aead(encrypt: str, decrypt: str) -> list[str]:
    """Return the macros, without -D, that name the functions of a library with the crypto_aead interface
    (firmware/peers/crypto_aead.c); none without names.
    """
    return [f"VMB_CRYPTO_AEAD_ENCRYPT={encrypt}", f"VMB_CRYPTO_AEAD_DECRYPT={decrypt}"] if encrypt else []


def declassified(functions: Iterable[str]) -> list[str]:
    """Return the macro of the functions with public results (tests/host/secret_calls.c)."""
    return [f"-DVMB_DECLASSIFIED={' '.join(f'VMB_PUBLIC({name})' for name in functions)}"]


def operation(known: Algorithm | Frame, name: str) -> list[str]:
    """Return the macro of the operation that a program contains (firmware/size_probe.c)."""
    return [f"-DVMB_OPERATION=VMB_{'FORWARD' if name == known.operations[0] else 'BACKWARD'}"]


def job_caches(state: str | None) -> list[str]:
    """Return the macro of the state of the caches before a job (firmware/jobs.c): "warm" or "cold"; None without
    caches.
    """
    return [f"-DVMB_JOB_CACHES=VMB_CACHES_{state.upper()}"] if state else []


def job_paint(stack: int) -> list[str]:
    """Return the macro of the stack bytes painted below each call (firmware/jobs_call.h)."""
    return [f"-DVMB_JOB_PAINT={stack}"]


def latency(key_bytes: int, runs: int, cold: bool) -> list[str]:
    """Return the macros of the latency experiment (studies/facv)."""
    return [f"-DVMB_LATENCY_KEY_BYTES={key_bytes}", f"-DVMB_LATENCY_RUNS={runs}", f"-DVMB_LATENCY_COLD={int(cold)}"]


def rtos_test(ticks: int, phase: int) -> list[str]:
    """Return the macros of an operating-system test (ports/rtos_tests/main.c): its ticks, and the cycles from a tick to
    its load.
    """
    return [f"-DVMB_TEST_TICKS={ticks}", f"-DVMB_TEST_PHASE={phase}"]


def idle_load(idle: bool) -> list[str]:
    """Return the macro that lets an echo server wait without a client (ports/os_echo/load_riot.c)."""
    return ["-DVMB_LOAD_IDLE=1"] if idle else []


def study_cipher(name: str, block: int, sealed: int, decrypt: bool) -> list[str]:
    """Return the macros of a program's cipher (studies/ciphers/main.c): the prefix of its functions, and lengths in
    bytes.
    """
    return [
        f"-DVMB_STUDY_NAME={name}",
        f"-DVMB_STUDY_BLOCK={block}",
        f"-DVMB_STUDY_SEALED={sealed}",
        f"-DVMB_STUDY_DECRYPT={int(decrypt)}",
    ]


def study_ascon64(prefix: str) -> list[str]:
    """Return the macro of a program's Ascon style (studies/ascon64/main.c), by the prefix of its functions."""
    return [f"-DVMB_STUDY_PREFIX={prefix}"]


def mbedtls(driver: bool, copies: bool, self_tests: bool, tf: bool = False) -> list[str]:
    """Return the macros of the configuration of Mbed TLS or TF-PSA-Crypto (firmware/psa), which a driver extends."""
    project, file = ("TF_PSA_CRYPTO", "vambrace_tf_psa_crypto.h") if tf else ("MBEDTLS", "vambrace_mbedtls.h")
    return [
        f'-D{project}_CONFIG_FILE="{"tf_psa_config.h" if tf else "psa_config.h"}"',
        f'-D{project}_USER_CONFIG_FILE="{file}"' if driver else "-DVMB_PSA_BUILTIN=1",
        *(["-DVMB_PSA_COPIES=1"] if copies else []),
        *(["-DVMB_PSA_SELF_TESTS=1"] if self_tests else []),
    ]


def mbedtls_dtls(driver: bool) -> list[str]:
    """Return the macros of the Mbed TLS configuration with DTLS (ports/mbedtls)."""
    return [
        '-DMBEDTLS_CONFIG_FILE="vmb_mbedtls_config.h"',
        '-DMBEDTLS_USER_CONFIG_FILE="vambrace_mbedtls.h"' if driver else "-DVMB_PSA_BUILTIN=1",
    ]


def lwip(link: str) -> list[str]:
    """Return the macro of lwIP's link (ports/lwip)."""
    return [] if link == "ethernet" else ["-DVMB_LWIP_6LOWPAN=1"]


def _memory_bits(core: Core) -> int:
    """Return the width of the system's memory port: that of Rocket's memory, or of the engine's port."""
    return max(core.xlen, engine_options.unpack(core.parameters.get("EngineOptions", 0))["PortBits"])


def test_bench(core: Core) -> list[str]:
    """Return the macros of the core that the C++ test bench drives (soc/sim)."""
    return [
        f"-DVMB_RVFI_DELAY={core.rvfi_delay}",
        *(["-DVMB_CACHES=1"] if core.caches else []),
        *([f"-DVMB_MEM_BYTES={bits // 8}"] if (bits := _memory_bits(core)) != 32 else []),
        *([f"-DVMB_WAITS_KNOWN={sum(1 << WAITS.index(name) for name in core.waits)}"] if core.waits else []),
    ]


def block_bench(top: str) -> list[str]:
    """Return the macro of the module that a test bench of soc/blocks drives."""
    return ["-DVMB_FIXED_ALGORITHM=1"] if top == "vmb_chacha20_poly1305" else []


def system(core: Core, parameters: dict[str, int]) -> list[str]:
    """Return the macros of the core at the top of a simulation model (soc/sim/vmb_sim.sv)."""
    assigned = ", ".join(f".{name}({literal(value)})" for name, value in parameters.items())
    waits = ", ".join(f"u_core.{core.waits[name]}" if name in core.waits else "1'b0" for name in reversed(WAITS))
    return [
        f"-DVMB_CORE={core.top}",
        f"-DVMB_CORE_PARAMETERS={assigned}",
        f"-DVMB_MEM_BITS={_memory_bits(core)}",
        f"-DVMB_WAITS={waits}",
    ]


def around(top: str, parameters: dict[str, int]) -> list[str]:
    """Return the Verilog macros, without -D and without blanks, of the core in the system of a board (soc/board)."""
    assigned = ",".join(f".{name}({literal(value)})" for name, value in parameters.items())
    return [f"VMB_CORE={top}", f"VMB_CORE_PARAMETERS={assigned}"]


def board(name: str) -> str:
    """Return the Verilog macro of the board that is simulated (soc/board/sim)."""
    return f"-DVMB_BOARD_{name.upper()}"


#: The Verilog macro of each unit that needs more than a parameter (soc/rtl/vmb_soc_ibex.sv).
_OF_UNITS = {"Xasconp": "VMB_XASCONP", "Xchacha": "VMB_XCHACHA"}


def verilog(units: Collection[str]) -> list[str]:
    """Return the names of the Verilog macros of a core with these units."""
    return [macro for unit, macro in _OF_UNITS.items() if unit in units]


#: The line of rtl/ise/vmb_ise.sv after the list of units.
UNITS_END = "  `undef VMB_UNIT\n"


def unit(key: str, name: str) -> str:
    """Return the line of that list for the unit vmb_KEY, whose bit of FunctionUnits is UnitNAME."""
    return f"`VMB_UNIT(vmb_{key}, Unit{name},)"


def stock() -> list[str]:
    """Return the Verilog macro of the unmodified upstream core."""
    return ["VMB_STOCK_IBEX"]


def no_steps() -> list[str]:
    """Return the macro for assembly without step marks (lib/src/common/steps.h)."""
    return [f"-D{PREFIX}NO_STEPS=1"]


def with_family(name: str) -> str:
    """Return the macro of an amalgamation that tells the compiler whether a family of algorithms is included."""
    return f"{PREFIX}WITH_{name.upper().replace('-', '_')}"


#: Macros of an amalgamation (lib/amalgamation): the number of each backend, and of the selected one.
BACKEND_IS, BACKEND_CHOSEN = "VMB_BACKEND_IS_", "VMB_BACKEND_NUMBER(VMB_BACKEND)"

#: The macro that identifies the files of one amalgamation.
AMALGAMATION = "VMB_AMALGAMATION"


def answer(known: Algorithm) -> str:
    """Return the macro of an algorithm's self-test answer (lib/src/generic/generic_answers.h)."""
    return f"{PREFIX}ANSWER_{known.prefix}"
