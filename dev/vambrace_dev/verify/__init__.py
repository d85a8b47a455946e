# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""One frame over all checks of what the project guarantees: `vambrace-dev verify`, docs/developer/verify.md."""

#: Parts by name: what each checks. The checks are in vambrace_dev.verify.parts, in the module of that name.
PARTS = {
    "proofs": "properties of the RTL, proved for all inputs and all times",
    "lockstep": "cores compared with Spike, instruction by instruction",
    "constant-time": "what the timing of the library depends on",
    "c": "bounds and memory safety of portable C, by Frama-C",
    "withholding": "that no plaintext is given out before its tag is verified, and that secrets are wiped",
    "faults": "flips of flip-flops in the netlist of the hardened engine",
    "fuzz": "the library's API with random inputs under sanitizers",
    "mutants": "defects that the tests have to find",
    "coverage": "what of the sources the tests have to reach",
}
