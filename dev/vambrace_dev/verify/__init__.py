# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""One interface to all checks of the project's guarantees: `vambrace-dev verify`, docs/developer/verify.md."""

#: Parts by name, with their subjects. The checks are in vambrace_dev.verify.parts, in the module of that name.
PARTS = {
    "proofs": "properties of the RTL, proved for all inputs and all times",
    "lockstep": "cores compared with Spike, instruction by instruction",
    "constant-time": "secret-independent timing of the library",
    "c": "bounds and memory safety of portable C, by Frama-C",
    "withholding": "withheld plaintext until the tag is verified, and wiping of secrets",
    "faults": "faults in flip-flops of the hardened engine's netlist",
    "fuzz": "the library's API with random inputs and sanitizers",
    "mutants": "seeded defects that the tests must find",
    "coverage": "coverage of the sources by the tests",
}
