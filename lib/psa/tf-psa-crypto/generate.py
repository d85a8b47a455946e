#!/usr/bin/env python3
# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Generates what TF-PSA-Crypto 1.x needs to call libvambrace: `generate.py CHECKOUT OUT` reads a checkout, which stays
as it is, and writes the driver wrappers and the operations' unions to OUT.

The checkout's own generator reads our driver descriptions (lib/psa/*.json), but renders only the entry points for
keys from them. TF-PSA-Crypto's guide for drivers (docs/psa-driver-example-and-guide.md) has the calls of ciphers and
AEADs written into its template by hand: this program does so in a copy. It needs Python 3.8, and the packages that
the checkout's generator needs: jinja2 and jsonschema.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

_PSA = Path(__file__).resolve().parents[1]
DESCRIPTIONS = "vambrace_transparent.json", "vambrace_opaque.json"
_TEMPLATES = "scripts/data_files/driver_templates"
_JSONS = "scripts/data_files/driver_jsons"
_WRAPPERS, _NO_STATIC = "psa_crypto_driver_wrappers.h", "psa_crypto_driver_wrappers_no_static.c"
_CONTEXTS = "crypto_driver_contexts_primitives.h", "crypto_driver_contexts_composites.h"
_URL = "https://github.com/Mbed-TLS/TF-PSA-Crypto"

#: The functions of the wrappers that call a driver with a key, and those that continue an operation.
ONE_CALL = "cipher_encrypt", "cipher_decrypt", "aead_encrypt", "aead_decrypt"
SETUPS = "cipher_encrypt_setup", "cipher_decrypt_setup", "aead_encrypt_setup", "aead_decrypt_setup"
STEPS = (
    *(f"cipher_{step}" for step in ("set_iv", "update", "finish", "abort")),
    *(f"aead_{step}" for step in ("set_nonce", "set_lengths", "update_ad", "update", "finish", "verify", "abort")),
)

_LOCAL = "        case PSA_KEY_LOCATION_LOCAL_STORAGE:\n"
_LOCATION, _ID = "    switch( location )\n    {\n", "    switch( operation->id )\n    {\n"


class Unusable(Exception):
    """The checkout cannot be used; the message states the remedy."""


def version(checkout: Path) -> str:
    """Return the version of a checkout, such as 1.0.0. Raise Unusable if it is not TF-PSA-Crypto 1.x, or incomplete."""
    if not checkout.is_dir():
        raise Unusable(f"{checkout} is not a folder: get a checkout of {_URL}")
    stated = _read(checkout / "include" / "tf-psa-crypto" / "build_info.h")
    found = re.search(r'^#define TF_PSA_CRYPTO_VERSION_STRING +"([\w.-]+)"$', stated, re.MULTILINE)
    if not found:
        raise Unusable(f"{checkout} is not a checkout of TF-PSA-Crypto: {_advice(checkout)}")
    if found[1].partition(".")[0] != "1":
        raise Unusable(f"{checkout} is TF-PSA-Crypto {found[1]}; the driver is for 1.x")
    if not (checkout / "framework" / "scripts" / "mbedtls_framework").is_dir():
        raise Unusable(
            f"{checkout} lacks its framework: git -C {checkout} submodule update --init framework; or clone "
            "https://github.com/Mbed-TLS/mbedtls-framework there, at the commit that the checkout names"
        )
    if (shadow := next((f for f in checkout.glob(f"*/{_WRAPPERS}")), None)) is not None:
        raise Unusable(f"{shadow} is a generated file, which the compiler would prefer to ours: remove it")
    return found[1]


def _advice(checkout: Path) -> str:
    if (checkout / "tf-psa-crypto" / "include").is_dir():
        return f"this is Mbed TLS 4; use {checkout / 'tf-psa-crypto'}"
    if (checkout / "include" / "mbedtls" / "mbedtls_config.h").is_file():
        return "this is Mbed TLS 3 or older, which needs no generated files (lib/psa/mbedtls-3.6)"
    return f"get one of {_URL}"


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError:
        return ""


def inputs(checkout: Path) -> list[Path]:
    """Return the files that decide what is generated."""
    folders = [checkout / _TEMPLATES, checkout / _JSONS, checkout / "framework" / "history"]
    files = [
        *(file for folder in folders for file in folder.glob("*") if file.is_file()),
        *(checkout / "scripts").glob("generate_*.py"),
        *(checkout / "framework" / "scripts" / "mbedtls_framework").glob("*.py"),
        *(_contexts(checkout) / name for name in _CONTEXTS),
    ]
    return sorted({*files, Path(__file__).resolve(), *(_PSA / name for name in DESCRIPTIONS)})


def _contexts(checkout: Path) -> Path:
    """Return the folder of the operations' unions: since 1.1 in a folder of their own."""
    new = checkout / "dispatch" / "include" / "psa"
    return new if new.is_dir() else checkout / "include" / "psa"


def _insert(text: str, anchor: str, lines: str, where: str) -> str:
    """Return a text with lines after its only anchor."""
    if text.count(anchor) != 1:
        raise Unusable(
            f"{where}: '{' '.join(anchor.split())}' occurs {text.count(anchor)} times, not once: this version of "
            "TF-PSA-Crypto has wrappers that the driver does not know"
        )
    return text.replace(anchor, anchor + lines)


def _function(text: str, name: str) -> "tuple[int, int]":
    """Return where a function of the wrappers begins and ends."""
    begin = re.search(rf"^[^\n]*\bpsa_driver_wrapper_{name}\(", text, re.MULTILINE)
    end = text.find("\n}\n", begin.end()) if begin else -1
    if not begin or end < 0:
        raise Unusable(f"{_TEMPLATES} has no function psa_driver_wrapper_{name}")
    return begin.start(), end + 3


def _arguments(function: str) -> "list[str]":
    """Return the names of a function's parameters."""
    listed = function[function.index("(") + 1 : function.index(")")]
    return [re.findall(r"\w+", one)[-1] for one in listed.split(",")]


def _guarded(lines: str) -> str:
    return f"#if defined(VAMBRACE_PSA_ENABLED)\n{lines}#endif\n"


def _call(name: str, function: str) -> str:
    operation, *rest = _arguments(function)
    first = "&operation->ctx.vambrace_ctx" if operation == "operation" else operation
    return f"vambrace_transparent_{name}( {', '.join([first, *rest])} )"


def _with_key(name: str, function: str) -> str:
    """Return a wrapper with a key that asks this driver first, and with a key in a slot only this driver."""
    taken = "operation->id = VAMBRACE_TRANSPARENT_DRIVER_ID;\n                " if name in SETUPS else ""
    local = (
        f"            status = {_call(name, function)};\n"
        "            if( status != PSA_ERROR_NOT_SUPPORTED )\n"
        f"            {{\n                {taken}return( status );\n            }}\n"
    )
    opaque = f"        case VAMBRACE_PSA_LOCATION:\n            status = {_call(name, function)};\n"
    if name in SETUPS:
        opaque += "            operation->id = VAMBRACE_TRANSPARENT_DRIVER_ID;\n"
    function = _insert(function, _LOCAL, _guarded(local), name)
    return _insert(function, _LOCATION, _guarded(f"{opaque}            return( status );\n"), name)


def _step(name: str, function: str) -> str:
    """Return a wrapper that continues an operation of this driver."""
    case = f"        case VAMBRACE_TRANSPARENT_DRIVER_ID:\n            return( {_call(name, function)} );\n"
    return _insert(function, _ID, _guarded(case), name)


def _key_bytes(name: str, function: str) -> str:
    """Return a wrapper for the bytes that TF-PSA-Crypto keeps of a key: one, the number of a slot."""
    case = "        case VAMBRACE_PSA_LOCATION:\n            (void)key_type;\n{}"
    more = "".join(f"            (void){word};\n" for word in ("key_bits", "data", "data_length") if word in function)
    case = case.format(more) + "            *key_buffer_size = 1;\n            return( PSA_SUCCESS );\n"
    return _insert(function, _LOCATION, _guarded(case), name)


def _init(name: str, function: str) -> str:
    if "{%" in function:  # of newer releases: rendered from the description
        return function
    lines = "    status = vambrace_transparent_init( );\n    if( status != PSA_SUCCESS )\n        return( status );\n"
    return _insert(function, "    psa_status_t status = PSA_ERROR_CORRUPTION_DETECTED;\n", _guarded(lines), name)


def _free(name: str, function: str) -> str:
    if "{%" in function:
        return function
    return _insert(function, "( void )\n{\n", _guarded("    vambrace_transparent_free( );\n"), name)


def edited(template: str, name: str) -> str:
    """Return a template of the checkout with the driver's calls."""
    edits = dict.fromkeys((*ONE_CALL, *SETUPS), _with_key) | dict.fromkeys(STEPS, _step)
    edits |= {"init": _init, "free": _free, "get_key_buffer_size_from_key_data": _key_bytes}
    if name.startswith(_NO_STATIC):
        edits = {"get_key_buffer_size": _key_bytes}
    for function, edit in edits.items():
        begin, end = _function(template, function)
        template = template[:begin] + edit(function, template[begin:end]) + template[end:]
    return template


def context(text: str, name: str) -> str:
    """Return a header of the checkout whose unions for ciphers or AEADs have a member for the driver."""
    kind = "cipher" if "primitives" in name else "aead"
    member = _guarded(f"    vambrace_transparent_{kind}_operation_t vambrace_ctx;\n")
    first = f"    mbedtls_psa_{kind}_operation_t mbedtls_ctx;\n"
    include = _guarded('#include "vambrace/psa_contexts.h"\n')
    return _insert(_insert(text, '#include "psa/crypto_driver_common.h"\n', include, name), first, member, name)


def generate(checkout: Path, out: Path) -> None:
    """Write the wrappers and contexts for a checkout to a folder. Files that would stay the same are not touched."""
    version(checkout)
    with tempfile.TemporaryDirectory() as scratch:
        templates, jsons, made = (Path(scratch) / name for name in ("templates", "jsons", "made"))
        (made / "psa").mkdir(parents=True)
        for name in _CONTEXTS:
            (made / "psa" / name).write_text(context(_read(_contexts(checkout) / name), name), encoding="utf-8")
        shutil.copytree(checkout / _TEMPLATES, templates)
        shutil.copytree(checkout / _JSONS, jsons)
        for name in (f"{_WRAPPERS}.jinja", f"{_NO_STATIC}.jinja"):
            (templates / name).write_text(edited(_read(checkout / _TEMPLATES / name), name), encoding="utf-8")
        for name in DESCRIPTIONS:
            shutil.copyfile(_PSA / name, jsons / name)
        listed = json.loads(_read(jsons / "driverlist.json"))
        (jsons / "driverlist.json").write_text(json.dumps([*DESCRIPTIONS, *listed]), encoding="utf-8")
        _run(checkout, "generate_driver_wrappers.py", "--template-dir", templates, "--json-dir", jsons, made)
        _run(checkout, "generate_config_checks.py", made)
        for file in (file for file in made.rglob("*") if file.is_file()):
            to = out / file.relative_to(made)
            if not to.is_file() or to.read_bytes() != file.read_bytes():
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, to)


def _run(checkout: Path, script: str, *words: object) -> None:
    command = [sys.executable, "-B", str(checkout / "scripts" / script), *map(str, words)]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines() or ["nothing was printed"]
        lacks = re.search(r"No module named '(\w+)'", said[-1])
        hint = f"; install it: python3 -m pip install {lacks[1]}" if lacks else ""
        raise Unusable(f"{checkout / 'scripts' / script}: {said[-1]}{hint}")


def main(words: "list[str]") -> int:
    if len(words) != 2:
        print("usage: generate.py CHECKOUT OUT", file=sys.stderr)
        return 2
    try:
        generate(Path(words[0]).resolve(), Path(words[1]).resolve())
    except Unusable as error:
        print(f"generate.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
