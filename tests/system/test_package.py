# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The installed package is complete: it works without the checkout."""

import os
import subprocess
import sys

import pytest

from vambrace.base import extras
from vambrace.base.paths import cache_dir, root


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with the package installed from a wheel."""
    folder = tmp_path_factory.mktemp("package")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    wheel = [*pip, "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(folder), str(root())]
    subprocess.run(wheel, check=True)
    (created,) = folder.glob("vambrace-*.whl")
    subprocess.run([*pip, "install", "-q", "--no-deps", "--target", str(folder / "site"), str(created)], check=True)
    return folder / "site"


def vambrace(installed, tmp_path, *arguments):
    environment = {**os.environ, "PYTHONPATH": str(installed), "VAMBRACE_CACHE": str(cache_dir())}
    command = [sys.executable, "-m", "vambrace", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path)


def test_the_package_runs_a_program(installed, tmp_path):
    where = "import vambrace.base.paths as p; print(p.root())"
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    done = subprocess.run([sys.executable, "-c", where], capture_output=True, text=True, env=environment)
    assert done.stdout.strip() == str(installed / "vambrace" / "data")
    (tmp_path / "five.c").write_text("int main(void) { return 5; }")
    done = vambrace(installed, tmp_path, "run", "five.c", "--point", "ibex-ref/none")
    assert done.returncode == 5, done.stderr


def test_the_package_shares_the_models_of_the_checkout(installed):
    text = "from vambrace import config; from vambrace.hardware import model as m; "
    text += "print(m.key(m.ModelSpec(config.cores()['ibex-ref'], m.ALL_UNITS)))"
    command = [sys.executable, "-c", text]
    environments = [
        {**os.environ, "VAMBRACE_CACHE": str(cache_dir()), "PYTHONPATH": str(path)}
        for path in (installed, root() / "src")
    ]
    keys = [subprocess.run(command, capture_output=True, text=True, check=True, env=e).stdout for e in environments]
    assert keys[0] == keys[1] != ""


def test_the_package_has_the_pins_of_its_extras(installed):
    for name in extras.NAMES:
        assert (installed / "vambrace" / "data" / "requirements" / f"{name}.txt").read_bytes() == (
            root() / "requirements" / f"{name}.txt"
        ).read_bytes()


def test_the_package_measures(installed, tmp_path):
    done = vambrace(installed, tmp_path, "bench", "ibex-ref/zkned", "-a", "aes-128-ccm", "-s", "zigbee")
    assert done.returncode == 0, done.stderr
    assert "11,119" in done.stdout


def test_the_package_has_the_studies(installed, tmp_path):
    done = vambrace(installed, tmp_path, "study", "ciphers", "noekeon", "--markdown")
    assert done.returncode == 0, done.stderr
    assert "| noekeon | 128 | 128 |" in done.stdout


def test_the_package_names_the_location_of_the_tests(installed, tmp_path):
    done = vambrace(installed, tmp_path, "test")
    assert done.returncode == 2
    assert "`vambrace test` is now `vambrace-dev test`" in done.stderr and "source checkout" in done.stderr
