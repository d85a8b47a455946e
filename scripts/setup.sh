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
pip() {
    .venv/bin/python -m pip install --quiet --disable-pip-version-check "$@"
}

# uv takes a tenth of pip's time, from the same index. Where it has no wheel or no way to the index, pip does the work.
uv() {
    index=${UV_DEFAULT_INDEX-${PIP_INDEX_URL-$(.venv/bin/python -m pip config get global.index-url 2>/dev/null || true)}}
    .venv/bin/uv pip install --quiet --python .venv/bin/python ${index:+--default-index "$index"} "$@"
}

packages() {
    if [ -x .venv/bin/uv ] && uv "$@"; then return; fi
    pip "$@"
}

pip --require-hashes -r requirements/installer.txt || echo "setup: no uv, so pip installs everything" >&2
packages --require-hashes -r requirements.txt
packages --no-deps --no-build-isolation --editable . --editable dev
