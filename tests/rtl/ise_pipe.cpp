// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Reads (instr, rs1, rs2) from the standard input, three 32-bit words of this
// machine's byte order, and gives them to ise_every_set. Writes for each the
// 16 accept bits; with the argument `results` first the 16 results, 0 of a set
// that does not accept.
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
            if (results) {
                for (int s = 0; s < 16; s++) {
                    const uint32_t r = dut.accept_o >> s & 1 ? dut.result_o[s] : 0;
                    out.insert(out.end(), (const uint8_t *)&r, (const uint8_t *)(&r + 1));
                }
            }
            out.push_back(uint8_t(dut.accept_o));
            out.push_back(uint8_t(dut.accept_o >> 8));
        }
        if (std::fwrite(out.data(), 1, out.size(), stdout) != out.size()) return 1;
    }
#if VM_COVERAGE
    if (argc > 2) Verilated::threadContextp()->coveragep()->write(argv[2]);
#endif
    return 0;
}
