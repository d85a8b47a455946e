// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Reads (instr, rs1, rs2) from the standard input, three 32-bit words in this
// machine's byte order, and passes them to ise_every_set. Writes for each the
// accept bits, 64 for up to 64 sets; with the argument `results`, the results
// come first, 0 for a set that does not accept.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include "Vise_every_set.h"
#include "verilated.h"
#if VM_COVERAGE
#include "verilated_cov.h"
#endif

double sc_time_stamp() { return 0; }

int main(int argc, char **argv)
{
    const bool results = argc > 1 && std::strcmp(argv[1], "results") == 0;
    Vise_every_set dut;
    std::vector<uint32_t> in(3 * 4096);
    std::vector<uint8_t> out;
    size_t words;
    while ((words = std::fread(in.data(), 4, in.size(), stdin)) != 0) {
        out.clear();
        for (size_t i = 0; i + 2 < words; i += 3) {
            dut.instr_i = in[i];
            dut.rs1_i = in[i + 1];
            dut.rs2_i = in[i + 2];
            dut.eval();
            const uint64_t accept = dut.accept_o;
            if (results) {
                for (size_t s = 0; s < sizeof dut.result_o / 4; s++) {
                    const uint32_t r = accept >> s & 1 ? dut.result_o[s] : 0;
                    out.insert(out.end(), (const uint8_t *)&r, (const uint8_t *)(&r + 1));
                }
            }
            out.insert(out.end(), (const uint8_t *)&accept, (const uint8_t *)(&accept + 1));
        }
        if (std::fwrite(out.data(), 1, out.size(), stdout) != out.size()) return 1;
    }
#if VM_COVERAGE
    if (argc > 2) Verilated::threadContextp()->coveragep()->write(argv[2]);
#endif
    return 0;
}
