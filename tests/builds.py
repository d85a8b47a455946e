# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What programs for 32 bits are compiled for, by its label: the name of an extension set, NAME:size in the size
profile."""

from dataclasses import replace

from vambrace import config
from vambrace.config import PROFILES, Build

BUILDS = {
    build.label: build
    for known in config.extension_sets().values()
    if not known.programs  # which runs those of another set
    for build in (Build(known, profile) for profile in PROFILES)
}


def unchained(build: Build) -> Build:
    """The same for an AES unit that does not chain blocks."""
    known = build.extensions
    assert known.accelerator is not None
    unit = replace(known.accelerator, chain=False)
    return replace(build, extensions=replace(known, name=f"{known.name}-unchained", accelerator=unit))
