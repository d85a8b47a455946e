#!/bin/sh
# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Creates the Python environment .venv with the packages of requirements.txt, at these versions, and vambrace and its
# developers' tools. `make` calls this. `vambrace doctor --install --for ...` installs packages that only some commands
# need.
set -eu
cd "$(dirname "$0")/.."
PYTHON=${PYTHON:-python3}

# Runs a Debian package installation if permitted; otherwise prints the command.
install() {
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        as_root=
    elif command -v apt-get >/dev/null && command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        as_root=sudo
    else
        echo "setup: missing $*. Type: sudo apt-get update && sudo apt-get install -y $*" >&2
        exit 1
    fi
    echo "setup: installing $* by apt-get" >&2
    $as_root apt-get update -qq
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

command -v "$PYTHON" >/dev/null || install python3 python3-venv
"$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "setup: $PYTHON is $("$PYTHON" --version); vambrace needs Python 3.11 or newer." \
         "Name one: make PYTHON=/path/to/python3.12 ..." >&2
    exit 1
}
"$PYTHON" -c 'import ensurepip, venv' 2>/dev/null || install python3-venv

echo "setup: Python packages into .venv" >&2
"$PYTHON" -m venv .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable . --editable dev
