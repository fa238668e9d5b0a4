#!/bin/sh
# Runs a standby of the service postgres in docker-compose.yml. It copies the primary at its first start, whole or not at all. What is given to
# this script is given to postgres.
set -eu
folder=${STANDBY_FOLDER:-/var/lib/postgresql/data}/standby
if [ ! -e "$folder" ]; then
  rm -rf "$folder.new"
  # The address and the password are kept in the copy, from which the standby goes on following.
  PGPASSWORD=$(cat "${POSTGRES_PASSWORD_FILE:-/run/secrets/postgres_password}") pg_basebackup \
    --dbname="${POSTGRES_PRIMARY:-host=postgres user=recorda}" --no-password \
    --pgdata="$folder.new" --checkpoint=fast --wal-method=stream --write-recovery-conf
  mv "$folder.new" "$folder"
fi
exec postgres -D "$folder" "$@"
