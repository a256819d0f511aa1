#!/bin/sh
# Runs the tests, or some of them, at another time (UTC), for Node and PostgreSQL:
#   npm run test:on -- 2027-02-28 [test/search …]
#   npm run test:on -- "2026-12-31 23:57" [test/rates …]
# Needs libfaketime (Debian: apt-get install faketime). Shifts the clock by an offset, because an absolute time would restart in every
# process. CONTRIBUTING.md names the files that do not support it.
set -eu
if [ $# -eq 0 ]; then
  echo 'Usage: npm run test:on -- "2026-12-31 23:57" [files]' >&2
  exit 2
fi
moment=$1
shift
cd "$(dirname "$0")/.."

library=
for candidate in /usr/lib/*/faketime/libfaketime.so.1 /usr/lib/faketime/libfaketime.so.1; do
  if [ -e "$candidate" ]; then library=$candidate; fi
done
if [ -z "$library" ]; then
  echo "libfaketime is not installed: apt-get install faketime" >&2
  exit 2
fi

# A date without a time means noon.
case $moment in
  *:*) ;;
  *) moment="$moment 12:00" ;;
esac
offset=$(($(date -u -d "$moment" +%s) - $(date -u +%s)))
case $offset in
  -*) ;;
  *) offset="+$offset" ;;
esac
# In a file, because a test may move the clock further (test/harness/moved-clock.ts).
file=$(mktemp)
trap 'rm -f "$file"' EXIT
# PostgreSQL may run as another user.
chmod 644 "$file"
echo "${offset}s" >"$file"
echo "As of $(date -u -d "$moment" "+%Y-%m-%d %H:%M:%S") UTC"
LD_PRELOAD="$library" FAKETIME_TIMESTAMP_FILE="$file" FAKETIME_CACHE_DURATION=1 FAKETIME_DONT_FAKE_MONOTONIC=1 \
  npx --no-install vitest run "$@"
