# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace amalgamate --for`: manifests are right, and the build systems' own tools accept them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.host import amalgamated, package_tools
from vambrace import __version__
from vambrace.base import tools
from vambrace.base.errors import UsageError
from vambrace.base.paths import root
from vambrace.cli.main import main
from vambrace.software.amalgamation import packages, pair

URL = "https://vambrace.example/page"
OWN_TOOL = pytest.mark.long("downloads packages")
LOOP = root() / "tests" / "aead" / "generic.c"


@pytest.fixture(params=["arduino", "platformio", "esp-idf", "meson", "cargo"])
def package(request, tmp_path) -> tuple[str, Path]:
    return request.param, written(request.param, tmp_path / "vambrace")


def written(name: str, folder: Path) -> Path:
    pair.write(folder, packages.files(name, url=URL))
    return folder


def test_every_format_has_its_tests(package):
    name, folder = package
    assert {"arduino", "platformio", "esp-idf", "meson", "cargo"} == set(packages.formats())
    text = "".join((folder / file).read_text() for file in packages.files(name, url=URL) if "/" not in file)
    assert __version__ in text or name == "esp-idf"
    assert "@" not in text.replace("@file", "")


def test_sources_are_those_of_the_files(package):
    name, folder = package
    for file, text in amalgamated.texts().items():
        assert (folder / ("c" if name == "cargo" else "src") / file).read_text() == text


# ---- Arduino ----


def properties(folder: Path) -> dict[str, str]:
    lines = (folder / "library.properties").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines)


def test_arduino_manifest(tmp_path):
    """Return the fields of Arduino's library specification, revision 1.5, and their rules."""
    actual = properties(written("arduino", tmp_path / "vambrace"))
    needed = {"name", "version", "author", "maintainer", "sentence", "paragraph", "category", "url", "architectures"}
    assert needed <= actual.keys() and all(actual.values())
    assert re.fullmatch(r"[A-Za-z0-9][\w .-]{0,62}", actual["name"]) and re.fullmatch(
        r"\d+\.\d+\.\d+", actual["version"]
    )
    assert actual["category"] in {"Communication", "Data Processing", "Data Storage", "Device Control", "Other"}
    assert actual["url"] == URL and (tmp_path / "vambrace" / "src" / actual["includes"]).is_file()
    assert not actual["sentence"].startswith(actual["name"])
    # Not all boards: those of AVR have a 16-bit int, which the library rejects.
    assert re.fullmatch(r"[a-z0-9_]+(,[a-z0-9_]+)*", actual["architectures"]) and "esp32" in actual["architectures"]
    assert not {"*", "avr", "megaavr"} & set(actual["architectures"].split(","))


SERIAL = """
#include <cstdio>
struct { void begin(long) {} void println(const char *text) { std::puts(text); } } Serial;
#include "Seal.ino"
int main() { setup(); loop(); }
"""


def test_arduino_sketch_runs(tmp_path):
    """As C++, as Arduino compiles it, with a substitute for its serial line."""
    folder = written("arduino", tmp_path / "vambrace")
    (tmp_path / "main.cpp").write_text(SERIAL)
    sketch = folder / "examples" / "Seal"
    tools.run(["gcc", "-O0", "-c", str(folder / "src" / pair.SOURCE), "-o", str(tmp_path / "library.o")])
    command = ["g++", "-std=c++11", "-Wall", "-Wextra", "-Werror", f"-I{folder / 'src'}", f"-I{sketch}"]
    tools.run([*command, str(tmp_path / "main.cpp"), str(tmp_path / "library.o"), "-o", str(tmp_path / "sketch")])
    assert subprocess.check_output([tmp_path / "sketch"], text=True) == "passed\n"


def test_arduino_needs_a_page():
    with pytest.raises(UsageError, match="--url"):
        packages.files("arduino")


# ---- PlatformIO ----

SCHEMA = """
import json, sys
from platformio.package.manifest import schema
from platformio.package.manifest.parser import ManifestParserFactory
# The list of licences comes from the network otherwise.
schema.ManifestSchema.load_spdx_licenses = staticmethod(lambda: {"licenses": [{"licenseId": "Apache-2.0"}]})
raw = ManifestParserFactory.new_from_file(sys.argv[1]).as_dict()
print(json.dumps(schema.ManifestSchema().load_manifest(raw)))
"""


def test_platformio_manifest(tmp_path):
    content = json.loads((written("platformio", tmp_path / "vambrace") / "library.json").read_text())
    assert content["version"] == __version__ and content["homepage"] == URL
    assert (tmp_path / "vambrace" / content["build"]["srcDir"] / content["headers"]).is_file()
    assert "homepage" not in json.loads(packages.files("platformio")["library.json"])


def platformio(tmp_path: Path, manifest: Path) -> subprocess.CompletedProcess[str]:
    return package_tools.run("platformio", ["-c", SCHEMA, str(manifest)], tmp_path, PLATFORMIO_CORE_DIR=str(tmp_path))


@OWN_TOOL
@pytest.mark.parametrize(("name", "file"), [("platformio", "library.json"), ("arduino", "library.properties")])
def test_platformio_accepts_the_manifest(tmp_path, name, file):
    manifest = written(name, tmp_path / "vambrace") / file
    done = platformio(tmp_path, manifest)
    assert done.returncode == 0, done.stderr
    content = json.loads(done.stdout)
    assert (content["version"], content["name"].lower()) == (__version__, "vambrace")
    manifest.write_text(manifest.read_text().replace(__version__, "first"))
    assert platformio(tmp_path, manifest).returncode != 0


# ---- ESP-IDF ----


def test_esp_idf_lists_the_existing_files(tmp_path):
    """CMake itself reads the list, with a function of ours instead of ESP-IDF's."""
    pair.write(tmp_path / "vambrace", packages.files("esp-idf", ["rv32-none"]))
    script = tmp_path / "read.cmake"
    script.write_text(
        'function(idf_component_register)\n    cmake_parse_arguments(ARG "" "" "SRCS;INCLUDE_DIRS" ${ARGN})\n'
        '    message("${ARG_SRCS}|${ARG_INCLUDE_DIRS}")\nendfunction()\ninclude(vambrace/CMakeLists.txt)\n'
    )
    cmake = tools.tool("cmake").find()
    assert cmake, tools.missing("cmake")
    done = subprocess.run([cmake[1], "-P", str(script)], cwd=tmp_path, capture_output=True, text=True, check=True)
    sources, headers = done.stderr.strip().split("|")
    assert sources.split(";") == ["src/vambrace.c", "src/vambrace_riscv.S"] and headers == "src"
    assert all((tmp_path / "vambrace" / source).is_file() for source in sources.split(";"))


@OWN_TOOL
def test_esp_idf_accepts_the_manifest(tmp_path):
    folder = written("esp-idf", tmp_path / "vambrace")
    words = ["component", "pack", "--name", "vambrace"]
    script = ["-c", "from idf_component_manager.cli import safe_cli; safe_cli()", *words]
    done = package_tools.run("esp-idf", script, folder)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (folder / "dist" / f"vambrace_{__version__}.tgz").is_file()
    (folder / "idf_component.yml").write_text("version: first\n")
    assert package_tools.run("esp-idf", script, folder).returncode != 0


# ---- Meson and pkg-config ----


@OWN_TOOL
def test_meson_builds_it_as_a_subproject_and_installs_it(tmp_path):
    project = tmp_path / "project"
    folder = written("meson", project / "subprojects" / "vambrace")
    shutil.copy(folder / "vambrace.wrap", project / "subprojects")
    (project / "meson.build").write_text(
        "project('loop', 'c', default_options: ['c_std=c99'])\n"
        "program = executable('loop', 'loop.c', dependencies: dependency('vambrace', version: '>=0.1'))\n"
        "test('loop', program)\n"
    )
    (project / "loop.c").write_text(LOOP.read_text().replace("vambrace/generic.h", "vambrace.h"))
    for arguments in (["setup", "build", f"--prefix={tmp_path / 'prefix'}", "--libdir=lib"], ["test", "-C", "build"]):
        done = package_tools.run("meson", ["-m", "mesonbuild.mesonmain", *arguments], project)
        assert done.returncode == 0, done.stdout + done.stderr
    done = package_tools.run("meson", ["-m", "mesonbuild.mesonmain", "install", "-C", "build"], project)
    assert done.returncode == 0, done.stdout + done.stderr
    tools.version("pkg-config")
    environment = {"PATH": "/usr/bin:/bin", "PKG_CONFIG_PATH": str(tmp_path / "prefix" / "lib" / "pkgconfig")}
    flags = tools.run(["pkg-config", "--cflags", "--libs", "vambrace"], env=environment).split()
    tools.run(["gcc", "-std=c99", str(project / "loop.c"), *flags, "-o", str(tmp_path / "loop")])
    subprocess.run([tmp_path / "loop"], check=True)


# ---- The command ----


def test_the_command_writes_a_package(tmp_path):
    folder = tmp_path / "vambrace"
    done = CliRunner().invoke(main, ["amalgamate", "-o", str(folder), "--for", "platformio"])
    assert done.exit_code == 0 and "library.json" in done.output
    (folder / "src" / pair.CONFIG).write_text("mine\n")
    done = CliRunner().invoke(main, ["amalgamate", "-o", str(folder), "--for", "platformio"])
    assert done.exit_code == 0 and (folder / "src" / pair.CONFIG).read_text() == "mine\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(["--for", "platformo"], "did you mean 'platformio'"), (["--for", "meson", "--url", "page"], "not a web address")],
)
def test_wrong_packages(tmp_path, arguments, message):
    done = CliRunner().invoke(main, ["amalgamate", "-o", str(tmp_path / "x"), *arguments])
    assert done.exit_code != 0 and message in str(done.exception) and not (tmp_path / "x").exists()
