# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Every public function has misuse tests: at least one case for each error that it can return, and its contract names
exactly these errors."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from functools import cache

import pytest

from tests.aead.cases import Case
from tests.aead.catalogue import lists_for
from tests.contracts import headers
from tests.host.runner import SANITIZED, SIZE, build
from vambrace import config
from vambrace.base.paths import root
from vambrace.config import Algorithm
from vambrace.software.running.jobs import ERR_ARGUMENT, ERR_LENGTH, ERR_STATE, ERR_TAG, OK, Step

NAMES = ("aead", "aes", "hash", "mac")
HEADERS = "".join(f'#include "vambrace/{name}.h"\n' for name in NAMES)
#: The names of the statuses in contracts.
STATUSES = {
    "VMB_OK": OK,
    "VMB_ERR_TAG": ERR_TAG,
    "VMB_ERR_LENGTH": ERR_LENGTH,
    "VMB_ERR_ARGUMENT": ERR_ARGUMENT,
    "VMB_ERR_STATE": ERR_STATE,
}


@cache
def declared(result: str) -> dict[str, str]:
    """The public functions with this result, and their parameters; test_secure.py covers vambrace/secure.h."""
    command = ["gcc", "-E", "-P", f"-I{root() / 'lib' / 'include'}", "-"]
    text = subprocess.run(command, input=HEADERS, text=True, capture_output=True, check=True).stdout
    matches = dict(re.findall(rf"\b{result} (vmb_\w+)\((.*?)\);", text, re.DOTALL))
    return {name: parameters for name, parameters in matches.items() if name not in ("vmb_verify", "vmb_wipe")}


def errors(name: str, parameters: str) -> set[int]:
    """The statuses that a function can return, except VMB_OK."""
    results = {ERR_ARGUMENT}
    if "size_t" in parameters:
        results.add(ERR_LENGTH)
    if ("_stream *s" in parameters and not name.endswith("_start")) or "const vmb_" in parameters:
        results.add(ERR_STATE)
    if name.endswith(("_open", "_open_finish", "_verify", "_verify_finish")):
        results.add(ERR_TAG)
    return results


def documented(name: str) -> set[int]:
    """The same by its contract. Among MACs, only the start of GMAC has a length that may be wrong: the nonce's."""
    collected = [f for header in NAMES for f in headers()[f"{header}.h"] if ends_like(name, f.name, header)]
    results = {STATUSES[result] for function in collected for result in function.results}
    assert collected and OK in results, name
    without_nonce = name.endswith(("_cmac_start", "_poly1305_start", "_mac_start", "_hmac_sha256_start"))
    return results - {OK} - ({ERR_LENGTH} if without_nonce else set())


def ends_like(name: str, function: str, header: str) -> bool:
    """Return whether a header declares this name: by itself, or as NAME_ and the rest after a prefix of its
    algorithms."""
    if function.startswith("vmb_"):
        return function == name
    kind = {"aes": "cipher"}.get(header, header)
    prefixes = {known.prefix for known in config.algorithms().values() if known.kind == kind}
    return name in {function.replace("NAME", prefix) for prefix in prefixes}


def called(known: Algorithm, op: str, step: Step) -> str:
    """The function that a step calls."""
    if known.kind == "hash":
        return f"{known.prefix}_{step.what}"
    if known.kind == "cipher":
        return f"{known.prefix}_ctr_{step.what}"
    if known.kind == "mac":
        verifies = step.what == "finish" and op == "verify"
        return f"{known.prefix}_verify_finish" if verifies else f"{known.prefix}_{step.what}"
    way = "open" if (op == "open") != ("other" in step.flags) else "seal"
    return f"{known.prefix}_{way}_{step.what}" if step.what in ("start", "finish") else f"{known.prefix}_{step.what}"


def refusals(known: Algorithm, case: Case) -> Iterator[tuple[str, int]]:
    """Return the functions that a case calls wrongly, and their statuses."""
    if case.init_status != OK:
        yield f"{known.prefix}_init", case.init_status
    elif not case.job.steps:
        for status in case.statuses:
            yield known.function(case.job.op), status
    for step in case.job.steps:
        if step.what != "abort" and (known.kind, step.what) != ("cipher", "finish"):
            yield called(known, case.job.op, step), step.status


MISUSES = {"arguments", "other_arguments", "misuse", "key_objects", "mac_misuse"}
FORGERIES = {"tamper.one_bit", "streams.a_wrong_tag_at_the_end", "macs.forgeries"}


#: Functions whose cases are in a test of their own: tests/aead/test_ccm_no_tag.py.
OTHERS = ("_ccm_no_tag",)


def misuses(algorithm: str) -> Iterator[Case]:
    """Yield every case of an algorithm's misuse lists."""
    for item in lists_for(algorithm):
        if item.name.partition(".")[0] in MISUSES or item.name in FORGERIES:
            yield from item.make(algorithm)


def test_every_function_is_found():
    assert (len(declared("int")), len(declared("void"))) == (232, 56)
    assert errors("x", declared("int")["vmb_aes128_ccm_lengths"]) == {ERR_ARGUMENT, ERR_LENGTH, ERR_STATE}
    assert errors("x_start", declared("int")["vmb_ascon_hash256_start"]) == {ERR_ARGUMENT}


def test_contracts_name_exactly_the_possible_errors():
    for name, parameters in declared("int").items():
        assert documented(name) == errors(name, parameters), name


def test_every_error_of_every_function_has_a_case():
    seen: dict[str, set[int]] = {}
    for name, known in config.algorithms().items():
        for case in misuses(name):
            for function, status in refusals(known, case):
                seen.setdefault(function, set()).add(status)
    functions = {name: p for name, p in declared("int").items() if not name.endswith(OTHERS)}
    assert set(seen) == set(functions)
    missing = [(name, error) for name, p in functions.items() for error in errors(name, p) - seen[name]]
    assert missing == []
    assert [(name, error) for name in seen for error in seen[name] - documented(name) - {OK}] == []


@pytest.mark.parametrize("runner", [SANITIZED, SIZE], ids=lambda runner: runner.name)
def test_void_functions_ignore_null(runner, tmp_path):
    source = tmp_path / "null.c"
    calls = "".join(f"    {name}((void *)0);\n" for name in declared("void"))
    source.write_text(f"{HEADERS}int main(void)\n{{\n{calls}    return 0;\n}}\n")
    subprocess.run([build("null", runner.flags, [], [source])], check=True)
