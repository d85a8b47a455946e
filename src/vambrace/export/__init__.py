# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Exports hardware as a bundle for other projects: `vambrace export`."""
