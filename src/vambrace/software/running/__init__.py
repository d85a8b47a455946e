# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Execution of programs: simulation models and Spike, the devices next to them, and library calls as jobs."""
