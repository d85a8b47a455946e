# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A file for each kind of record: its fields, the columns of its table and its command. How it is measured is in the
module of the same name in vambrace.measure or vambrace.measure.studies; vambrace.measure.registry has both."""
