# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The Python interface: ``from vambrace import api``. docs/user/python.md has examples."""

from vambrace.api.clusters import cluster
from vambrace.api.exploring import Exploration, explore
from vambrace.api.measuring import kinds, measure, points, records
from vambrace.api.programs import Run, run
from vambrace.api.table import Records

__all__ = ["Exploration", "Records", "Run", "cluster", "explore", "kinds", "measure", "points", "records", "run"]
