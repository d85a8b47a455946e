# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
import sys

from vambrace_dev.instructions import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
