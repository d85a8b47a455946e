// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A verilated module as a shared library: tests/rtl/dut.py reads and writes its
// ports and registers in place. ports.inc and registers.inc, which dut.py
// writes, have a line PORT(name) or REGISTER(name) for each of them.
#include <cstddef>
#include <cstdint>

#include "Vdut.h"
#include "Vdut___024root.h"
#include "verilated.h"
#if VM_COVERAGE
#include "Vdut__Syms.h"
#include "verilated_cov.h"
#endif

double sc_time_stamp() { return 0; }

namespace {

struct Dut {
    VerilatedContext context;
    Vdut *top;
};

#if VM_COVERAGE
// How often all deleted instances reached each point.
uint32_t reached[sizeof Vdut__Syms::__Vcoverage / sizeof(uint32_t) + 1];

uint32_t *counts(Dut *dut) { return dut->top->rootp->vlSymsp->__Vcoverage; }
#endif

}  // namespace

extern "C" {

// Registers without a reset start with random values of this seed.
Dut *dut_create(int seed)
{
    Dut *dut = new Dut;
    dut->context.randReset(2);
    dut->context.randSeed(seed);
    dut->top = new Vdut(&dut->context);
    return dut;
}

void dut_destroy(Dut *dut)
{
    dut->top->final();
#if VM_COVERAGE
    for (size_t i = 0; i + 1 < sizeof reached / sizeof *reached; i++) {
        reached[i] += counts(dut)[i] != 0;
    }
#endif
    delete dut->top;
    delete dut;
}

#if VM_COVERAGE
// Writes how often the deleted instances reached each point.
void dut_coverage(const char *file)
{
    Dut *const dut = dut_create(1);
    for (size_t i = 0; i + 1 < sizeof reached / sizeof *reached; i++) {
        counts(dut)[i] = reached[i];
    }
    dut->context.coveragep()->write(file);
    delete dut->top;
    delete dut;
}
#endif

// The address of port number `index`, in the order of ports.inc.
void *dut_port(Dut *dut, int index)
{
    Vdut *const top = dut->top;
    void *const ports[] = {
#define PORT(name) &top->name,
#include "ports.inc"
#undef PORT
    };
    return ports[index];
}

// The same for registers.inc.
void *dut_register(Dut *dut, int index)
{
    Vdut___024root *const root = dut->top->rootp;
    void *const registers[] = {
#define REGISTER(name) &root->name,
#include "registers.inc"
#undef REGISTER
        root,
    };
    return registers[index];
}

// Updates the outputs after a change of inputs.
void dut_settle(Dut *dut) { dut->top->eval(); }

// Runs `count` cycles, each a rising and a falling edge of clk_i. Without `settled`, inputs have changed since the last
// call or clk_i has fallen: the falling edge is not evaluated here, since inputs change before the next call.
#ifndef UNCLOCKED
void dut_cycles(Dut *dut, int count, int settled)
{
    Vdut *const top = dut->top;
    for (int i = 0; i < count; i++) {
        if (i != 0 || !settled) {
            top->eval();
        }
        top->clk_i = 1;
        top->eval();
        top->clk_i = 0;
    }
}
#endif
}
