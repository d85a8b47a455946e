# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What an acceleration point is made of: cells, area, timing and energy, by open tools."""
