#!/usr/bin/env bash
# Writes the hashed pins: everything that docveil and its checks need, for Python 3.11 and 3.12 on any platform.
#
# The hashes are those of the public index, for every file of a release, so that the pins install wherever a mirror of it
# does. No address of an index is written. UV may name a uv that is installed already; UPGRADE=--upgrade takes newer pins.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

pins=artifacts-manifest/requirements.lock
headless=artifacts-manifest/headless.lock
heron=artifacts-manifest/heron.lock
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

if [ -z "${UV:-}" ]; then
    "${PYTHON:-python3}" -m venv "$temporary/venv"
    "$temporary/venv/bin/pip" install --quiet uv
    UV=$temporary/venv/bin/uv
fi

compile() {
    "$UV" pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes --no-header \
        --no-emit-index-url --no-emit-find-links "$@"
}

finish() { # FILE COMMENT...
    local file=$1
    shift
    { printf '# %s\n' "$@"; cat "$temporary/out"; } > "$file"
    if grep -nE '://|--(index|extra-index|find-links)' "$file"; then
        echo "$file names an index" >&2
        exit 1
    fi
}

# Start from the pins of today, so that only what must change does.
if [ -f "$pins" ]; then cp "$pins" "$temporary/out"; fi
compile pyproject.toml --extra dev ${UPGRADE:-} --output-file "$temporary/out"
sed -i 's/(pyproject.toml)//; s/[[:space:]]*$//' "$temporary/out"
finish "$pins" "Made by \`make lock\` from pyproject.toml, with the dev extra. Install with pip --require-hashes."

# What `make test-heron` installs, and nothing of the dev extra that it can do without; torch as it was tested.
if [ -f "$heron" ]; then cp "$heron" "$temporary/out"; else cp "$pins" "$temporary/out"; fi
printf '%s\n' editables hatchling 'hypothesis>=6.130' 'onnx>=1.18' 'pytest>=9,<10' 'torch==2.14.1' 'torchvision==0.29.1' > "$temporary/heron.in"
compile pyproject.toml "$temporary/heron.in" --extra heron ${UPGRADE:-} --output-file "$temporary/out"
sed -i "s/(pyproject.toml)//; s|-r $temporary/||; s/[[:space:]]*$//" "$temporary/out"
finish "$heron" "Made by \`make lock\` from pyproject.toml, with the heron extra. Install with pip --require-hashes."

version=$(sed -n 's/^opencv-python==\([^ ]*\).*/\1/p' "$pins")
printf 'opencv-python-headless==%s\n' "$version" > "$temporary/headless.in"
compile --no-deps --no-annotate "$temporary/headless.in" --output-file "$temporary/out"
finish "$headless" "Made by \`make lock\`. The same OpenCV without windows, for machines that lack the libraries of a desktop" \
    "(libGL, glib): \`make\` puts it in place of opencv-python when that cannot be imported."
