#!/bin/sh
# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Pins the Python packages again, with uv: requirements.txt for measuring, requirements/NAME.txt also for the extra
# NAME, requirements/installer.txt for uv itself. Pins that still fit are kept, and are the same in all files; `scripts/pin.sh --upgrade` selects the newest.
set -eu
cd "$(dirname "$0")/.."

# pin FILE OPTION... : pins the package with the extras named by the options
pin() {
    file=$1
    shift
    uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
        pyproject.toml --extra build -o "$file" "$@"
}

mkdir -p requirements
echo uv | uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
    - -o requirements/installer.txt "$@"
pin requirements/test.txt --extra test "$@"
pin requirements.txt -c requirements/test.txt
for extra in board cluster explore export report silicon site spike; do
    pin "requirements/$extra.txt" --extra "$extra" -c requirements/test.txt
done
