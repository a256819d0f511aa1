#!/bin/sh
# Creates the secrets for compose.yaml in deploy/secrets, unless they exist: the database's password and URL, and the key that encrypts
# secrets. Keep a copy of the key, but not with the backups. Run this as root: the service's user (10001 in the image) must own the files
# that it reads.
set -eu
umask 077
directory="$(dirname "$0")/secrets"
mkdir -p "$directory"
cd "$directory"
if [ -e secrets-key ]; then
  echo "$directory already contains secrets. Nothing was changed." >&2
  exit 1
fi
password=$(openssl rand -hex 24)
printf '%s' "$password" >postgres-password
printf 'postgres://roost:%s@postgres:5432/roost' "$password" >database-url
openssl rand -base64 32 >secrets-key
if [ "$(id -u)" = 0 ]; then
  # Root still owns the directory. Compose mounts single files.
  chown 10001:10001 database-url secrets-key
else
  echo "You are not root. Let user 10001 read database-url and secrets-key in $directory." >&2
fi
