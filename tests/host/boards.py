# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Projects of build systems for RV32IMC on Spike, as a user of a package of vambrace would have them."""

from __future__ import annotations

import json
from pathlib import Path

from vambrace.base.paths import root
from vambrace.config import PORTABLE, macros
from vambrace.software.toolchain import program

RAM = 1 << 20
#: The processor; and with a C library.
BARE = ("-march=rv32imc", "-misa-spec=2.2", "-mabi=ilp32")
TARGET = (*BARE, "--specs=picolibc.specs")
_TOOL = "riscv64-unknown-elf-"

#: Ends with 0 if the one algorithm of the package passes its self-test.
USE = """
#include <vambrace.h>

int main(void)
{
    return vmb_aeads[0] == NULL || vmb_aeads[1] != NULL || vmb_aead_self_test(vmb_aeads[0]) != VMB_OK;
}
"""


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def linking() -> list[str]:
    """Return the options of a program for Spike, with the objects that start it."""
    common = root() / "firmware" / "common"
    flags = [*program.PROGRAM_FLAGS, *macros.of(PORTABLE.on_spike(32))]
    started = program.compile_objects([common / "crt0.S", common / "spike.c", common / "console.c"], flags, 32)
    return [*program.linking(32, RAM)[1:], *map(str, started)]


# ---- ESP-IDF ----


def esp_idf(package: Path) -> dict[str, str]:
    return {
        "target.cmake": "set(CMAKE_SYSTEM_NAME Generic)\nset(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)\n"
        f"set(CMAKE_C_COMPILER {_TOOL}gcc)\nset(CMAKE_ASM_COMPILER {_TOOL}gcc)\n"
        f'set(CMAKE_C_FLAGS_INIT "{" ".join(TARGET)} -Os")\nset(CMAKE_ASM_FLAGS_INIT "{" ".join(TARGET)}")\n',
        "CMakeLists.txt": "cmake_minimum_required(VERSION 3.16)\nproject(use C ASM)\n"
        "function(idf_component_register)\n"
        '    cmake_parse_arguments(ARG "" "" "SRCS;INCLUDE_DIRS" ${ARGN})\n'
        "    list(TRANSFORM ARG_SRCS PREPEND ${CMAKE_CURRENT_LIST_DIR}/)\n"
        "    list(TRANSFORM ARG_INCLUDE_DIRS PREPEND ${CMAKE_CURRENT_LIST_DIR}/)\n"
        "    add_library(vambrace STATIC ${ARG_SRCS})\n"
        "    target_include_directories(vambrace PUBLIC ${ARG_INCLUDE_DIRS})\n"
        f"endfunction()\ninclude({package / 'CMakeLists.txt'})\n",
    }


# ---- PlatformIO ----

_BUILDER = """
from SCons.Script import Default, DefaultEnvironment

env = DefaultEnvironment()
env.Replace(AR="{tool}ar", AS="{tool}as", CC="{tool}gcc", CXX="{tool}g++", RANLIB="{tool}ranlib", LINK="{tool}gcc")
env.Replace(PROGSUFFIX=".elf")
env.Append(ASPPFLAGS=["-x", "assembler-with-cpp", *{target}], CCFLAGS=[*{target}, "-Os"], LINKFLAGS={linking})
Default(env.BuildProgram())
"""

#: Requirements of PlatformIO for a package of SCons.
SCONS = {
    "package.json": json.dumps({"name": "tool-scons", "version": "4.41101.0"}),
    ".piopm": json.dumps(
        {
            "type": "tool",
            "name": "tool-scons",
            "version": "4.41101.0",
            "spec": {"owner": "platformio", "id": None, "name": "tool-scons", "requirements": None, "uri": None},
        }
    ),
    "scons.py": "import SCons.Script\nSCons.Script.main()\n",
}


def platformio(folder: Path) -> dict[str, str]:
    """Write a project to a folder, with the platform that it names."""
    board = {
        "name": "RV32IMC",
        "vendor": "none",
        "url": "https://vambrace.example",
        "frameworks": [],
        "build": {"mcu": "rv32imc"},
        "upload": {"maximum_ram_size": RAM, "maximum_size": RAM},
    }
    about = {key: "Spike" for key in ("title", "description")}
    return {
        "platformio.ini": f"[env:rv32imc]\nplatform = file://{folder / 'platform'}\nboard = rv32imc\n",
        "src/main.c": USE,
        "platform/platform.json": json.dumps(
            {"name": "spike", "version": "1.0.0", **about, "frameworks": {}, "packages": {}}
        ),
        "platform/platform.py": "from platformio.public import PlatformBase\n\n\n"
        "class SpikePlatform(PlatformBase):\n    pass\n",
        "platform/boards/rv32imc.json": json.dumps(board),
        "platform/builder/main.py": _BUILDER.format(tool=_TOOL, target=list(TARGET), linking=linking()),
    }


# ---- Arduino ----

_SERIAL = """
#include <stdint.h>

struct Line {
    void begin(long) {}
    void println(const char *text);
};
extern Line Serial;
void setup();
void loop();
"""

_CORE = """
#include <Arduino.h>
#include <string.h>

static int failed = 1;
Line Serial;

void Line::println(const char *text)
{
    failed = strcmp(text, "passed") != 0;
}

int main()
{
    setup();
    return failed;
}
"""

_RECIPES = """name=Spike
version=1.0.0
recipe.c.o.pattern={tool}gcc {target} -std=gnu11 -Os -ffunction-sections -c {{includes}} "{{source_file}}" -o "{{object_file}}"
recipe.cpp.o.pattern={tool}g++ {target} -std=gnu++11 -fno-exceptions -Os -c {{includes}} "{{source_file}}" -o "{{object_file}}"
recipe.S.o.pattern={tool}gcc {target} -x assembler-with-cpp -c {{includes}} "{{source_file}}" -o "{{object_file}}"
recipe.ar.pattern={tool}ar rcs "{{archive_file_path}}" "{{object_file}}"
recipe.c.combine.pattern={tool}gcc {linking} {{object_files}} "{{build.path}}/{{archive_file}}" -o "{{build.path}}/{{build.project_name}}.elf"
recipe.preproc.macros={tool}g++ {target} -std=gnu++11 -w -x c++ -E -CC {{includes}} "{{source_file}}" -o "{{preprocessed_file_path}}"
tools.ctags.cmd.path={{tools.ctags.path}}/arduino-ctags
tools.ctags.pattern="{{tools.ctags.cmd.path}}" -u --language-force=c++ -f - --c++-kinds=svpf --fields=KSTtzns --line-directives "{{source_file}}"
"""  # noqa: E501


def arduino() -> dict[str, str]:
    """Write a core with a serial line that determines the exit code."""
    return {
        "boards.txt": "rv32imc.name=RV32IMC\nrv32imc.build.board=RV32IMC\nrv32imc.build.core=spike\n",
        "platform.txt": _RECIPES.format(tool=_TOOL, target=" ".join(TARGET), linking=" ".join(linking())),
        "cores/spike/Arduino.h": _SERIAL,
        "cores/spike/main.cpp": _CORE,
    }


# ---- Meson ----


def meson() -> dict[str, str]:
    binaries = "".join(f"{key} = '{_TOOL}{name}'\n" for key, name in (("c", "gcc"), ("ar", "ar"), ("strip", "strip")))
    return {
        "meson.build": "project('use', 'c')\nexecutable('use', 'use.c', dependencies: dependency('vambrace'))\n",
        "use.c": USE,
        "cross.ini": f"[binaries]\n{binaries}[host_machine]\nsystem = 'none'\ncpu_family = 'riscv32'\n"
        f"cpu = 'rv32imc'\nendian = 'little'\n[built-in options]\nc_args = {list(TARGET)}\nc_link_args = {linking()}\n",
    }


# ---- cargo ----

_USE_RS = """
#![no_std]

use vambrace::{AsconAead128, aead::{AeadInOut, KeyInit}};

#[unsafe(no_mangle)]
pub extern "C" fn main() -> i32 {
    let key = AsconAead128::new(&[1u8; 16].into());
    let nonce = [2u8; 16].into();
    let mut data = *b"hello";
    let Ok(tag) = key.encrypt_inout_detached(&nonce, b"ad", data.as_mut_slice().into()) else { return 1 };
    if data == *b"hello" {
        return 2;
    }
    if key.decrypt_inout_detached(&nonce, b"ad", data.as_mut_slice().into(), &tag).is_err() || data != *b"hello" {
        return 3;
    }
    match key.decrypt_inout_detached(&nonce, b"da", data.as_mut_slice().into(), &tag) {
        Ok(()) => 4,
        Err(_) => 0,
    }
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}
"""

CARGO = {
    "Cargo.toml": '[package]\nname = "use"\nversion = "0.0.1"\nedition = "2024"\n\n'
    '[lib]\ncrate-type = ["staticlib"]\n\n[dependencies]\nvambrace = { path = "../vambrace" }\n\n'
    '[profile.release]\npanic = "abort"\n',
    "src/lib.rs": _USE_RS,
}
