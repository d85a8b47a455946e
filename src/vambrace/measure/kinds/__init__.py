# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A file for each kind of record: its fields, and how it is measured. vambrace.measure.registry collects them."""
