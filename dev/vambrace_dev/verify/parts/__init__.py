# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A module for each part of `vambrace-dev verify`, with a function `checks` that returns its checks."""
