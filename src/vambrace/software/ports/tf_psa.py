# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""TF-PSA-Crypto 1.x, the successor of Mbed TLS' PSA Crypto, for programs of ports/psa.py. It is the user's checkout,
named by VAMBRACE_TF_PSA_CRYPTO, and stays as it is; lib/psa/tf-psa-crypto generates what calls the driver.
"""

import importlib.util
import os
from functools import cache
from pathlib import Path
from types import ModuleType

from vambrace.base import store
from vambrace.base.errors import UsageError, VambraceError
from vambrace.base.paths import root

VARIABLE = "VAMBRACE_TF_PSA_CRYPTO"

#: The version that the tests ran with.
TESTED = "1.0.0"

_WHERE = f"get a checkout of https://github.com/Mbed-TLS/TF-PSA-Crypto with its framework, and set {VARIABLE} to it"

#: The folders with C files, by release: 1.0 has the first two.
_FOLDERS = "core", "drivers/builtin/src", "dispatch", "platform", "utilities", "extras"


@cache
def _generator() -> ModuleType:
    """Return the module of the library's generator, which is not in a package."""
    file = root() / "lib" / "psa" / "tf-psa-crypto" / "generate.py"
    spec = importlib.util.spec_from_file_location("vambrace_tf_psa_crypto", file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def why_not() -> str | None:
    """Return, in one line, what to do if the variable names no usable checkout; None if it does."""
    named = os.environ.get(VARIABLE)
    if not named:
        return f"TF-PSA-Crypto is not available: {_WHERE}"
    try:
        _generator().version(Path(named).absolute())
    except _generator().Unusable as error:
        return f"{VARIABLE}={named}: {error}"
    return None


def checkout() -> Path:
    """Return the checkout that the variable names."""
    if why := why_not():
        raise UsageError(why)
    return Path(os.environ[VARIABLE]).absolute()


def generated() -> Path:
    """Return the folder with what is generated for the checkout."""
    return _generated(checkout(), store.digest_contents(_generator().inputs(checkout())))


@cache
def _generated(folder: Path, contents: str) -> Path:
    def write(work: Path) -> None:
        try:
            _generator().generate(folder, work)
        except _generator().Unusable as error:
            raise VambraceError(str(error)) from None

    return store.entry("psa", store.digest("tf", contents), write)


def sources() -> list[Path]:
    """Return the files of the library, of which a configuration empties most."""
    files = [file for folder in _FOLDERS for file in sorted((checkout() / folder).glob("*.c"))]
    return [*files, generated() / "psa_crypto_driver_wrappers_no_static.c"]


def includes() -> list[str]:
    """Return its include flags: what is generated comes first."""
    theirs = ("include", "core", "drivers/builtin/include", "drivers/builtin/src", "dispatch/include", "dispatch")
    more = ("platform", "utilities", "extras")
    folders = [folder for name in (*theirs, *more) if (folder := checkout() / name).is_dir()]
    return [f"-I{generated()}", *(f"-I{folder}" for folder in folders)]
