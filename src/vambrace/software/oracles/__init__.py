# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Expected results of the algorithms from independent implementations, and jobs that contain them."""
