#!/bin/sh
# Run once by PostgreSQL's image in an empty database: the role that web and worker log in as (docs/operations.md).
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$(cat "${SECRETS:-/run/secrets}/service_password")" \
    --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE tileledger_service LOGIN PASSWORD :'password';
SQL
