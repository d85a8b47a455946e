# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# A toolchain file for bare-metal RISC-V without a C library, for libvambrace and its
# callers: -DCMAKE_TOOLCHAIN_FILE=/path/to/riscv.cmake, with -DXLEN=64 for 64-bit registers.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_C_COMPILER riscv64-unknown-elf-gcc)

# The check of the compiler builds a library: a program would want start-up code.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES XLEN)

# The older ISA document has the CSR instructions in the base set: -march then names one
# of the variants that the compiler brings libraries for.
if(NOT DEFINED XLEN)
    set(XLEN 32)
endif()
if(XLEN EQUAL 32)
    set(target "-march=rv32imc -mabi=ilp32")
elseif(XLEN EQUAL 64)
    set(target "-march=rv64imac -mabi=lp64 -mcmodel=medany")
else()
    message(FATAL_ERROR "XLEN: unknown width '${XLEN}'; known are: 32 64")
endif()
set(CMAKE_SYSTEM_PROCESSOR riscv${XLEN})
set(CMAKE_C_FLAGS_INIT "${target} -misa-spec=2.2 -ffreestanding")
set(CMAKE_ASM_FLAGS_INIT "${target} -misa-spec=2.2")
unset(target)

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
