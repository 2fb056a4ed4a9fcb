#!/bin/sh
# Make the secrets that compose.yml names, in var/secrets of the checkout; what is there already stays.
set -eu
cd "$(dirname "$0")/../../.."
umask 077
mkdir -p var/secrets
cd var/secrets
make() { [ -e "$1" ] || printf '%s\n' "$2" > "$1"; }
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
make secret_key "$(random)"
for role in owner service; do
    make "${role}_password" "$(random)"
    make "${role}_url" "postgresql://tileledger_$role:$(cat "${role}_password")@database/tileledger"
done
# An engine hands each file over as it is: to the user of the image, and of PostgreSQL's.
if [ "$(id -u)" = 0 ]; then
    chown 10001 secret_key owner_url service_url
    chown 999 owner_password service_password
fi
