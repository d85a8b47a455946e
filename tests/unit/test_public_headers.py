# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The headers of the library that are for its users."""

import re

from vambrace.base.paths import root

INCLUDE = root() / "lib" / "include" / "vambrace"

#: Calls of the library, builds and devices.
PUBLIC = {
    "aead", "aes", "chunks", "generic", "generic_mac", "hash", "kdf", "mac", "secure", "status",
    "backend", "dma", "probe", "several", "ascon_usage",
    "aes_unit", "engine", "engine_regs", "engine_ring", "engine_ring_regs", "ise",
    "frames/ble", "frames/dtls12", "frames/dtls13", "frames/ieee802154",
    "frames/lorawan", "frames/oscore", "frames/replay", "frames/zigbee",
}  # fmt: skip


def test_no_other_header_is_public():
    """Other headers that the public ones need are in detail/."""
    headers = [*INCLUDE.glob("*.h"), *INCLUDE.glob("frames/*")]
    assert {path.relative_to(INCLUDE).with_suffix("").as_posix() for path in headers} == PUBLIC
    assert {path.name for path in INCLUDE.iterdir() if path.is_dir()} == {"detail", "frames"}


def test_guides_and_examples_include_public_headers_only():
    folders = [root() / "docs" / "user", root() / "examples", root() / "README.md"]
    files = [path for folder in folders for path in (folder.rglob("*") if folder.is_dir() else [folder])]
    texts = [path.read_text() for path in files if path.suffix in (".md", ".c", ".h", ".ino")]
    included = {name for text in texts for name in re.findall(r'#include ["<]vambrace/([\w/]+)\.h[">]', text)}
    shown = {name for text in texts for name in re.findall(r"<!-- file: \S+/include/vambrace/(\w+)\.h -->", text)}
    assert len(included) > 5 and len(shown) == 1 and included <= PUBLIC | shown
