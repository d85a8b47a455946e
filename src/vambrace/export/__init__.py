# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Hardware as a bundle that other projects take: `vambrace export`."""
