# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Seeds defects in the project's sources and runs the tests that should find them."""
