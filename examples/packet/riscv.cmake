# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# A toolchain file for a bare 32-bit RISC-V core, for libvambrace and its callers:
#   cmake -S lib -B rv32 -DCMAKE_TOOLCHAIN_FILE=$PWD/examples/packet/riscv.cmake
# A program also needs your start-up code and linker script (CMAKE_EXE_LINKER_FLAGS).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR riscv32)
set(CMAKE_C_COMPILER riscv64-unknown-elf-gcc)

# The check of the compiler builds a library: a program would want start-up code.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

# The older ISA document has the CSR instructions in rv32i: -march then names one of
# the variants that picolibc is installed for.
set(target "-march=rv32imc -misa-spec=2.2 -mabi=ilp32 --specs=picolibc.specs")
set(CMAKE_C_FLAGS_INIT "${target}")
set(CMAKE_ASM_FLAGS_INIT "${target}")
unset(target)

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
