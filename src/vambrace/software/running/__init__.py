# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Where programs run: simulation models and Spike, the devices next to them, and calls of the library as jobs."""
