# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What is generated for a checkout of TF-PSA-Crypto, and the errors of wrong ones; with a checkout that the tests make
up. tests/host/test_tf_psa.py has the real one.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from vambrace.base.errors import UsageError
from vambrace.base.paths import root
from vambrace.software.ports import tf_psa

PSA = root() / "lib" / "psa"
GENERATE = PSA / "tf-psa-crypto" / "generate.py"
generator = tf_psa._generator()

KEYED = """static inline psa_status_t psa_driver_wrapper_{name}(
    {operation}const psa_key_attributes_t *attributes,
    const uint8_t *key_buffer, size_t key_buffer_size,
    psa_algorithm_t alg )
{{
    switch( location )
    {{
        case PSA_KEY_LOCATION_LOCAL_STORAGE:
            return( theirs );
    }}
}}
"""
CONTINUED = """static inline psa_status_t psa_driver_wrapper_{name}(
    psa_{kind}_operation_t *operation, const uint8_t *input )
{{
    switch( operation->id )
    {{
    }}
}}
"""
OTHER = """static inline psa_status_t psa_driver_wrapper_init( void )
{
    psa_status_t status = PSA_ERROR_CORRUPTION_DETECTED;
}

static inline void psa_driver_wrapper_free( void )
{
}
"""
BYTES = """psa_status_t psa_driver_wrapper_{name}( const psa_key_attributes_t *attributes, size_t *key_buffer_size )
{{
    switch( location )
    {{
    }}
}}
"""
CONTEXT = """#include "psa/crypto_driver_common.h"
typedef union {{
    mbedtls_psa_{kind}_operation_t mbedtls_ctx;
}} psa_driver_{kind}_context_t;
"""
#: A generator like that of TF-PSA-Crypto, which lists what it was given.
SCRIPT = """import json, pathlib, sys
words = dict(zip(sys.argv[1:-1:2], sys.argv[2:-1:2]))
listed = json.loads((pathlib.Path(words["--json-dir"]) / "driverlist.json").read_text())
for name in ("psa_crypto_driver_wrappers.h", "psa_crypto_driver_wrappers_no_static.c"):
    text = (pathlib.Path(words["--template-dir"]) / f"{name}.jinja").read_text()
    (pathlib.Path(sys.argv[-1]) / name).write_text(text + " ".join(listed))
"""


def template() -> str:
    keyed = [
        KEYED.format(name=name, operation="psa_operation_t *operation, " if name.endswith("_setup") else "")
        for name in (*generator.ONE_CALL, *generator.SETUPS)
    ]
    steps = [CONTINUED.format(name=name, kind=name.partition("_")[0]) for name in generator.STEPS]
    return "\n".join([OTHER, BYTES.format(name="get_key_buffer_size_from_key_data"), *keyed, *steps])


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with what the driver reads of a checkout of TF-PSA-Crypto."""
    files = {
        "include/tf-psa-crypto/build_info.h": '#define TF_PSA_CRYPTO_VERSION_STRING         "1.3.7"\n',
        "framework/scripts/mbedtls_framework/__init__.py": "",
        "scripts/generate_driver_wrappers.py": SCRIPT,
        "scripts/generate_config_checks.py": "",
        "scripts/data_files/driver_templates/psa_crypto_driver_wrappers.h.jinja": template(),
        "scripts/data_files/driver_templates/psa_crypto_driver_wrappers_no_static.c.jinja": BYTES.format(
            name="get_key_buffer_size"
        ),
        "scripts/data_files/driver_jsons/driverlist.json": '["theirs.json"]',
        "include/psa/crypto_driver_contexts_primitives.h": CONTEXT.format(kind="cipher"),
        "include/psa/crypto_driver_contexts_composites.h": CONTEXT.format(kind="aead"),
    }
    for name, text in files.items():
        file = tmp_path / "tf" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path / "tf"


def generate(checkout: Path, out: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(GENERATE), str(checkout), str(out)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_every_call_of_a_driver_is_there(checkout, tmp_path):
    before = {file: file.read_bytes() for file in checkout.rglob("*") if file.is_file()}
    assert generate(checkout, tmp_path / "out").stderr == ""
    wrappers = (tmp_path / "out" / "psa_crypto_driver_wrappers.h").read_text()
    for name in (*generator.ONE_CALL, *generator.SETUPS):
        operation = "&operation->ctx.vambrace_ctx, " if name.endswith("_setup") else ""
        call = f"vambrace_transparent_{name}( {operation}attributes, key_buffer, key_buffer_size, alg )"
        assert wrappers.count(call) == 2, name  # with a key in memory, and in a slot
    for name in generator.STEPS:
        assert wrappers.count(f"return( vambrace_transparent_{name}( &operation->ctx.vambrace_ctx, input ) )") == 1
    assert wrappers.count("case VAMBRACE_PSA_LOCATION:") == 9 and wrappers.count("vambrace_transparent_init( )") == 1
    assert wrappers.endswith("vambrace_transparent.json vambrace_opaque.json theirs.json")
    no_static = (tmp_path / "out" / "psa_crypto_driver_wrappers_no_static.c").read_text()
    assert no_static.count("*key_buffer_size = 1;") == 1
    for kind, name in (("cipher", "primitives"), ("aead", "composites")):
        header = (tmp_path / "out" / "psa" / f"crypto_driver_contexts_{name}.h").read_text()
        assert f"    vambrace_transparent_{kind}_operation_t vambrace_ctx;\n" in header
    assert {file: file.read_bytes() for file in checkout.rglob("*") if file.is_file()} == before


def test_files_that_stay_the_same_are_not_written_again(checkout, tmp_path):
    """A build system would compile everything again."""
    out = tmp_path / "out"
    assert generate(checkout, out).returncode == 0
    before = {file: file.stat().st_mtime_ns for file in out.rglob("*.[ch]")}
    list_ = checkout / "scripts" / "data_files" / "driver_jsons" / "driverlist.json"
    list_.write_text('["other.json"]')
    context = checkout / "include" / "psa" / "crypto_driver_contexts_primitives.h"
    context.write_text(context.read_text() + "/* newer */\n")
    assert generate(checkout, out).returncode == 0
    written = {file.name for file, time in before.items() if file.stat().st_mtime_ns != time}
    wrappers = {"psa_crypto_driver_wrappers.h", "psa_crypto_driver_wrappers_no_static.c"}
    assert written == {*wrappers, context.name} and len(before) == 4


def test_newer_releases_render_init_and_free(checkout, tmp_path):
    """From the description, which names them: they are not called twice."""
    file = checkout / "scripts" / "data_files" / "driver_templates" / "psa_crypto_driver_wrappers.h.jinja"
    file.write_text(file.read_text().replace("( void )\n{\n", "( void )\n{\n{% include other %}\n"))
    assert generate(checkout, tmp_path / "out").returncode == 0
    wrappers = (tmp_path / "out" / "psa_crypto_driver_wrappers.h").read_text()
    assert "vambrace_transparent_init" not in wrappers and "vambrace_transparent_free" not in wrappers
    described = json.loads((PSA / "vambrace_transparent.json").read_text())["capabilities"][0]
    assert described["entry_points"] == ["init", "free"]


def test_contexts_of_newer_releases_have_a_folder_of_their_own(checkout, tmp_path):
    (checkout / "dispatch").mkdir()
    (checkout / "include" / "psa").rename(checkout / "dispatch" / "psa")
    (checkout / "dispatch" / "include").mkdir()
    (checkout / "dispatch" / "psa").rename(checkout / "dispatch" / "include" / "psa")
    assert generate(checkout, tmp_path / "out").returncode == 0
    assert (tmp_path / "out" / "psa" / "crypto_driver_contexts_composites.h").is_file()


def spoilt(checkout: Path, how: str) -> Path:
    build_info = checkout / "include" / "tf-psa-crypto" / "build_info.h"
    templates = checkout / "scripts" / "data_files" / "driver_templates" / "psa_crypto_driver_wrappers.h.jinja"
    if how == "no folder":
        return checkout / "none"
    if how == "other project":
        build_info.unlink()
    elif how == "Mbed TLS 3":
        build_info.unlink()
        (checkout / "include" / "mbedtls").mkdir()
        (checkout / "include" / "mbedtls" / "mbedtls_config.h").touch()
    elif how == "Mbed TLS 4":
        build_info.unlink()
        (checkout / "tf-psa-crypto" / "include").mkdir(parents=True)
    elif how == "version 2":
        build_info.write_text(build_info.read_text().replace("1.3.7", "2.0.0"))
    elif how == "no framework":
        (checkout / "framework" / "scripts" / "mbedtls_framework").rename(checkout / "framework" / "gone")
    elif how == "generated":
        (checkout / "core").mkdir()
        (checkout / "core" / "psa_crypto_driver_wrappers.h").touch()
    elif how == "no function":
        templates.write_text(templates.read_text().replace("psa_driver_wrapper_aead_finish", "other"))
    elif how == "other layout":
        templates.write_text(templates.read_text().replace("switch( operation->id )", "switch (operation->id)"))
    elif how == "other unions":
        (checkout / "include" / "psa" / "crypto_driver_contexts_composites.h").unlink()
    elif how == "no package":
        (checkout / "scripts" / "generate_driver_wrappers.py").write_text("import no_such_package\n")
    else:
        assert how == "generator fails"
        (checkout / "scripts" / "generate_driver_wrappers.py").write_text("raise SystemExit('it broke')\n")
    return checkout


WRONG = {
    "no folder": "tf/none is not a folder: get a checkout of https://github.com/Mbed-TLS/TF-PSA-Crypto",
    "other project": "tf is not a checkout of TF-PSA-Crypto: get one of https://github.com/Mbed-TLS/TF-PSA-Crypto",
    "Mbed TLS 3": "this is Mbed TLS 3 or older, which needs no generated files (lib/psa/mbedtls-3.6)",
    "Mbed TLS 4": "this is Mbed TLS 4; use ",
    "version 2": "tf is TF-PSA-Crypto 2.0.0; the driver is for 1.x",
    "no framework": "tf lacks its framework: git -C ",
    "generated": "tf/core/psa_crypto_driver_wrappers.h is a generated file, which the compiler would prefer to ours",
    "no function": "has no function psa_driver_wrapper_aead_finish",
    "other layout": "'switch( operation->id ) {' occurs 0 times, not once: this version of TF-PSA-Crypto has wrappers",
    "other unions": "crypto_driver_contexts_composites.h: '#include \"psa/crypto_driver_common.h\"' occurs 0 times",
    "no package": "No module named 'no_such_package'; install it: python3 -m pip install no_such_package",
    "generator fails": "generate_driver_wrappers.py: it broke",
}


@pytest.mark.parametrize("how", WRONG)
def test_a_wrong_checkout_is_named_in_one_line(checkout, tmp_path, how):
    done = generate(spoilt(checkout, how), tmp_path / "out")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("generate.py: ") and done.stderr.count("\n") == 1 and WRONG[how] in done.stderr


def test_usage():
    done = subprocess.run([sys.executable, str(GENERATE)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "usage: generate.py CHECKOUT OUT\n")


def test_the_variable_names_the_checkout(checkout, monkeypatch):
    monkeypatch.delenv(tf_psa.VARIABLE, raising=False)
    why = tf_psa.why_not()
    assert why and why.startswith("TF-PSA-Crypto is not available: ") and "set VAMBRACE_TF_PSA_CRYPTO" in why
    with pytest.raises(UsageError, match="is not available"):
        tf_psa.checkout()
    monkeypatch.setenv(tf_psa.VARIABLE, str(checkout))
    assert tf_psa.why_not() is None and tf_psa.checkout() == checkout
    monkeypatch.setenv(tf_psa.VARIABLE, str(spoilt(checkout, "version 2")))
    assert "the driver is for 1.x" in str(tf_psa.why_not())


def test_the_location_is_the_same_in_header_and_description():
    location = json.loads((PSA / "vambrace_opaque.json").read_text())["location"]
    assert (
        f"#define VAMBRACE_PSA_LOCATION ((psa_key_location_t){location})"
        in (PSA / "include" / "vambrace" / "psa_driver.h").read_text()
    )
    assert int(location, 16) & 0x800000  # PSA_KEY_LOCATION_VENDOR_FLAG
