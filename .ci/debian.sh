#!/bin/sh
# Install the packages of debian-packages.txt when we are root on Debian; otherwise say what to run.
set -eu
list=$(sed 's/#.*//' "$(dirname "$0")/debian-packages.txt" | tr -s ' \n' ' ')
command -v dpkg-query >/dev/null || { echo "Not Debian: some tests will be skipped by name. They need: $list"; exit 0; }
missing=
for package in $list; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
if [ "$(id -u)" = 0 ]; then
    apt-get update -qq
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
else
    echo "Some tests will be skipped by name. To run them: sudo apt-get install --no-install-recommends$missing"
fi
