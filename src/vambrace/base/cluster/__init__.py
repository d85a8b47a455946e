# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Parallel work on the workers of a cluster, by Dask: the second executor of vambrace.base.work."""
