#!/bin/sh
# Makes the secrets of compose.yaml in deploy/secrets, where there are none yet: the database's password and its URL, and the key that
# secrets are encrypted under. Keep a copy of the key, and not beside the backups. Compose mounts the files as they are: those that the
# service reads belong to its user (10001 in the image), and so this is run by root.
set -eu
umask 077
directory="$(dirname "$0")/secrets"
mkdir -p "$directory"
cd "$directory"
if [ -e secrets-key ]; then
  echo "There are secrets in $directory already: nothing was changed." >&2
  exit 1
fi
password=$(openssl rand -hex 24)
printf '%s' "$password" >postgres-password
printf 'postgres://roost:%s@postgres:5432/roost' "$password" >database-url
openssl rand -base64 32 >secrets-key
if [ "$(id -u)" = 0 ]; then
  # The directory stays root's: only what is mounted is read.
  chown 10001:10001 database-url secrets-key
else
  echo "Not root: let user 10001 read database-url and secrets-key in $directory." >&2
fi
