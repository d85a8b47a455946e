# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What Spike has to know of a core to do the same, and what programs may do there."""

from dataclasses import dataclass

from vambrace.errors import UsageError
from vambrace.simulate import RAM_BASE

# CSRs by their addresses in the Privileged Architecture, "CSR Listing".
MSTATUS, MISA, MIE, MTVEC, MSCRATCH, MEPC, MCAUSE, MTVAL, MIP = (
    0x300, 0x301, 0x304, 0x305, 0x340, 0x341, 0x342, 0x343, 0x344,
)  # fmt: skip
MCYCLE, MINSTRET, MCYCLEH, MINSTRETH = 0xB00, 0xB02, 0xB80, 0xB82
MVENDORID, MARCHID, MIMPID, MHARTID = 0xF11, 0xF12, 0xF13, 0xF14
CPUCTRLSTS = 0x7C0  # Ibex' own

#: Values that Spike takes over from the core: counters, identity, and interrupt lines, whose moment it does not know.
ADOPTED = (MCYCLE, MINSTRET, MCYCLEH, MINSTRETH, MVENDORID, MARCHID, MIMPID, MIP)


@dataclass(frozen=True)
class Target:
    """A kind of core. `csrs` are those that differ from Spike's: address, value after reset, bits that software can
    change."""

    isa: str = "rv32imc_zicsr_zifencei_zicclsm"
    privileges: str = "m"
    csrs: tuple[tuple[int, int, int], ...] = ()
    adopted: tuple[int, ...] = ADOPTED
    bus: bool = True  # the data bus shows every load and store
    late: bool = False  # a register may be written after its instruction retired
    ebreak_has_value: bool = True  # in mtval
    user_mode: bool = False
    access_faults: bool = False  # loads, stores and fetches that the bus refuses are exceptions
    atomics: bool = False  # so that their encodings are no illegal ones

    def options(self) -> list[str]:
        """Return the options of soc/lockstep, the ISA left out."""
        flags = {"--no-bus": not self.bus, "--late": self.late, "--ebreak-without-value": not self.ebreak_has_value}
        return [
            "--privileges", self.privileges, "--pc", hex(RAM_BASE + 0x80), *(f for f, on in flags.items() if on),
            *(word for c in self.adopted for word in ("--adopt", hex(c))),
            *(word for a, reset, mask in self.csrs for word in ("--csr", f"{a:#x}:{reset:#x}:{mask:#x}")),
        ]  # fmt: skip


# Ibex: mtvec is always vectored and 256 bytes of alignment; mtval of ebreak is 0 (ibex_controller.sv).
_IBEX = Target(
    privileges="mu",
    csrs=((MTVEC, RAM_BASE | 1, 0xFFFFFF00), (CPUCTRLSTS, 0, 0xFF)),
    adopted=(*ADOPTED, MISA, CPUCTRLSTS),
    ebreak_has_value=False,
    user_mode=True,
    access_faults=True,
)

# CV32E40X has no mtval; errors of its data bus are NMIs and those of fetching its own cause.
_CV32E40X = Target(
    csrs=((MTVEC, RAM_BASE | 1, 0xFFFFFF81), (MTVAL, 0, 0)),
    adopted=(*ADOPTED, MISA),
)

_TARGETS = {"ibex": _IBEX, "cv32e40x": _CV32E40X}


def of(upstream: str) -> Target:
    """Return the target of a core by its upstream."""
    if upstream not in _TARGETS:
        raise UsageError(f"no lockstep with {upstream}: its trace has not all that is compared")
    return _TARGETS[upstream]
