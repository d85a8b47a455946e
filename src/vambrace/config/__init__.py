# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The named cores, extension sets, algorithms, scenarios and frames of configs/, and the points composed of them."""

from vambrace.config.acceleration_point import Point, only_rv32, point, points, select_points, too_wide, with_accesses
from vambrace.config.algorithm import OPERATIONS, Algorithm, algorithms, select_algorithms
from vambrace.config.build import CLANG, COMPILERS, GCC, OPTIMISATIONS, PORTABLE, PROFILES, Build
from vambrace.config.core import ACCESSES, ALIGNED, MISALIGNED, Core, cores
from vambrace.config.engine import engine_bounds, engine_withheld
from vambrace.config.extensions import Accelerator, Extensions, extension_set, extension_sets, with_options
from vambrace.config.frame import Frame, frames
from vambrace.config.peer import CHECKOUT, OWN, Peer, foreign, peers, programs
from vambrace.config.scenario import Scenario, packets, scenarios

__all__ = [
    "ACCESSES",
    "ALIGNED",
    "CHECKOUT",
    "CLANG",
    "COMPILERS",
    "GCC",
    "MISALIGNED",
    "OPERATIONS",
    "OPTIMISATIONS",
    "OWN",
    "PORTABLE",
    "PROFILES",
    "Accelerator",
    "Algorithm",
    "Build",
    "Core",
    "Extensions",
    "Frame",
    "Peer",
    "Point",
    "Scenario",
    "algorithms",
    "cores",
    "engine_bounds",
    "engine_withheld",
    "extension_set",
    "extension_sets",
    "foreign",
    "frames",
    "only_rv32",
    "packets",
    "peers",
    "point",
    "points",
    "programs",
    "scenarios",
    "select_algorithms",
    "select_points",
    "too_wide",
    "with_accesses",
    "with_options",
]
