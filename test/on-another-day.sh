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
export LD_PRELOAD="$library" FAKETIME="${offset}s" FAKETIME_DONT_FAKE_MONOTONIC=1
echo "As of $(date -u '+%Y-%m-%d %H:%M:%S') UTC"
exec npx --no-install vitest run "$@"
