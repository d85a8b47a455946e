# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Skeletons of plug-ins (vambrace.base.plugins): templates with words to fill in, which work as they are."""
