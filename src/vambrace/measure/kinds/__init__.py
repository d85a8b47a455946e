# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Record kinds: for each kind a file with its fields, the columns of its table and its command. The module of the same
name in vambrace.measure or vambrace.measure.studies measures it; vambrace.measure.registry binds the two.
"""
