# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What everything else uses: errors, files, the content store, processes, tools, progress. Nothing of the field."""
