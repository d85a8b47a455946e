# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Differences between a core and Spike that lockstep tolerates, and the features that programs may use on the core."""

from dataclasses import dataclass, replace

from vambrace import config
from vambrace.base.errors import UsageError
from vambrace.config import Core
from vambrace.software.running.simulate import RAM_BASE

# CSRs by their addresses in the Privileged Architecture, "CSR Listing".
MSTATUS, MISA, MIE, MTVEC, MSCRATCH, MEPC, MCAUSE, MTVAL, MIP = (
    0x300,
    0x301,
    0x304,
    0x305,
    0x340,
    0x341,
    0x342,
    0x343,
    0x344,
)
MCYCLE, MINSTRET, MCYCLEH, MINSTRETH = 0xB00, 0xB02, 0xB80, 0xB82
MVENDORID, MARCHID, MIMPID, MHARTID = 0xF11, 0xF12, 0xF13, 0xF14
DCSR, DPC, DSCRATCH = 0x7B0, 0x7B1, 0x7B2
CPUCTRLSTS = 0x7C0  # specific to Ibex

#: The address that debug requests jump to: after the reset vector (DebugAddress of soc/rtl/vmb_soc_ibex.sv).
DEBUG_ADDRESS = RAM_BASE + 0x84

#: Values that Spike adopts from the core: counters, identity, and interrupt lines, whose timing it does not know.
ADOPTED = (MCYCLE, MINSTRET, MCYCLEH, MINSTRETH, MVENDORID, MARCHID, MIMPID, MIP)
_PMP_REGIONS = 4  # for Ibex, if it has any
#: Bits of dcsr other than cause, mode and requests: version, counters that stop, a pending NMI.
_DCSR_OWN = 0xFFFF0638


@dataclass(frozen=True)
class Target:
    """A kind of core. `csrs` are those that differ from Spike's: address, reset value, writable bits."""

    isa: str = "rv32imc_zicsr_zifencei_zicclsm"
    privileges: str = "m"
    csrs: tuple[tuple[int, int, int], ...] = ()
    adopted: tuple[int, ...] = ADOPTED
    bus: bool = True  # the data bus shows every load and store
    late: bool = False  # a register may be written after its instruction retired
    expanded: bool = False  # compressed instructions are traced in expanded form
    calls_retire: bool = False  # ecall and ebreak are traced as instructions that do not trap
    interrupted: bool = False  # an instruction replaced by an interrupt is traced as trapped
    without_value: tuple[int, ...] = ()  # causes of exceptions that leave 0 in mtval
    control: tuple[int, int] | None = None  # a CSR, and a mask of bits that change only timing
    misaligned: bool = True  # unaligned loads and stores are executed
    user_mode: bool = False
    access_faults: bool = False  # loads, stores and fetches that the bus refuses raise exceptions
    fetch_fault: int = 1  # cause of the exception of a fetch that the bus refuses
    debug: bool = False  # debug mode is supported
    hidden_steps: tuple[int, int] | None = (
        None  # a CSR; with its bits set, a single step may execute a hidden dummy instruction
    )
    nmi: int = 0  # number of an NMI whose mret restores the overwritten CSRs; 0: none
    pmp: int = 0  # regions of a PMP
    atomics: bool = False  # their encodings are legal

    def options(self) -> list[str]:
        """Return the options of soc/lockstep, without the ISA."""
        flags = {
            "--no-bus": not self.bus,
            "--late": self.late,
            "--expanded": self.expanded,
            "--interrupted": self.interrupted,
            "--calls-retire": self.calls_retire,
        }
        return [
            "--privileges",
            self.privileges,
            "--pc",
            hex(RAM_BASE + 0x80),
            *(f for f, on in flags.items() if on),
            *(word for c in self.adopted for word in ("--adopt", f"{c:#x}:0xffffffff")),
            *(["--debug", hex(DEBUG_ADDRESS), "--adopt", f"{DCSR:#x}:{_DCSR_OWN:#x}"] if self.debug else []),
            *(["--hidden-steps", "{:#x}:{:#x}".format(*self.hidden_steps)] if self.hidden_steps else []),
            *(["--nmi", str(self.nmi)] if self.nmi else []),
            *(["--pmp", str(self.pmp)] if self.pmp else []),
            *(["--fetch-fault", str(self.fetch_fault)] if self.fetch_fault != 1 else []),
            *(word for cause in self.without_value for word in ("--without-value", str(cause))),
            *(word for a, reset, mask in self.csrs for word in ("--csr", f"{a:#x}:{reset:#x}:{mask:#x}")),
        ]


# Ibex: mtvec is always vectored, with 256-byte alignment; mtval of ebreak is 0 (ibex_controller.sv).
_IBEX = Target(
    privileges="mu",
    csrs=((MTVEC, RAM_BASE | 1, 0xFFFFFF00), (CPUCTRLSTS, 0, 0xFF)),
    adopted=(*ADOPTED, MISA, CPUCTRLSTS),
    without_value=(3,),
    control=(CPUCTRLSTS, 0x3E),  # data-independent timing, dummy instructions and their frequency
    user_mode=True,
    access_faults=True,
    debug=True,
    hidden_steps=(CPUCTRLSTS, 4),  # dummy instructions
    nmi=31,
)

# CV32E40X has no mtval; data bus errors are NMIs, and fetch errors have a cause of their own.
_CV32E40X = Target(
    csrs=((MTVEC, RAM_BASE | 1, 0xFFFFFF81), (MTVAL, 0, 0)),
    adopted=(*ADOPTED, MISA),
    fetch_fault=48,
    debug=True,
)

# Rocket: behind a data cache, so only addresses of loads and stores are visible, and unaligned ones trap.
_ROCKET = Target(
    isa="rv32imac_zicsr_zifencei",
    csrs=((MTVEC, 0, 0xFFFFFFFD),),
    adopted=(*ADOPTED, MISA),
    bus=False,
    late=True,
    expanded=True,
    interrupted=True,
    calls_retire=True,
    without_value=(3,),
    misaligned=False,
    access_faults=True,
    atomics=True,
)

_TARGETS = {"ibex": _IBEX, "cv32e40x": _CV32E40X, "rocket": _ROCKET}


def _has(core: Core) -> bool:
    """Return whether a target exists: programs need RV32 and a RAM that holds all of them."""
    return core.upstream in _TARGETS and core.xlen == 32 and core.configuration == ""


def of(core: Core) -> Target:
    """Return the target of a core; UsageError if there is none."""
    if not _has(core):
        raise UsageError(f"no lockstep with {core.name}; with one of: {', '.join(names())}")
    known = _TARGETS[core.upstream]
    return replace(known, isa=known.isa + "_smepmp", pmp=_PMP_REGIONS) if core.parameters.get("Pmp") else known


def names() -> list[str]:
    """Return the cores with a target."""
    return [name for name, core in config.cores().items() if _has(core)]
