# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What programs for 32 bits are compiled for, by its label: the name of an extension set, NAME:size in the size
profile."""

from vambrace import config
from vambrace.config import PROFILES, Build

BUILDS = {
    build.label: build
    for known in config.extension_sets().values()
    for build in (Build(known, profile) for profile in PROFILES)
}
