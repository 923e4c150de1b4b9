#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs every experiment in virtual time, writes the index of all, and takes its picture:
#   docs/images/make-index.sh [FOLDER]      keeps the runs in FOLDER, else below ./runs/index
# Needs Chromium. A file with a sweep runs as often as it says, every other twenty times.
set -eu
cd "$(dirname "$0")/../.."
runs=${1:-runs/index}
profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT
for file in config/experiments/*.yaml; do
  name=$(basename "$file" .yaml)
  if [ -e "$runs/$name/report.json" ]; then
    continue
  fi
  # Exit code 1 says that an expectation does not hold, which the index shows, too.
  if grep -q '^sweep:' "$file"; then
    ./rani sweep "$file" --out "$runs/$name" || [ $? -eq 1 ]
  else
    ./rani run "$file" --mode virtual --trials 20 --out "$runs/$name" || [ $? -eq 1 ]
  fi
done
./rani report --index "$runs"
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --virtual-time-budget=15000 \
  --user-data-dir="$profile" --window-size=1200,1612 --screenshot=docs/images/index.png \
  "file://$(realpath "$runs/index.html")"
