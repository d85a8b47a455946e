# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace-dev test coverage`: the parts of the sources that the tests reach."""
