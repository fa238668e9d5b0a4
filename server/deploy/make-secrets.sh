#!/bin/sh
# Makes what docker-compose.yml needs and no repository should hold: passwords, and an operator's API key, which is printed and
# also left in .secrets/api-key. What is there already stays as it is.
set -eu
cd "${1:-.}"
# The folder keeps others out; what is in it must be readable by the containers' own users.
mkdir -p .secrets
chmod 700 .secrets
cd .secrets
umask 022

random() { head -c "$1" /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }
make() { [ -e "$1" ] || printf '%s' "$2" >"$1"; }

make redis-password "$(random 24)"
make redis-url "redis://:$(cat redis-password)@redis:6379/0"
make neo4j-password "$(random 24)"
make neo4j-auth "neo4j/$(cat neo4j-password)"
make grafana-password "$(random 24)"
make blob-key "$(head -c 64 /dev/urandom | base64 | tr -d '\n')"
make master-key "$(random 32)"

if [ ! -e api-keys.json ]; then
  id=$(random 8)
  secret=$(head -c 32 /dev/urandom | base64 | tr -d '=\n' | tr '+/' '-_')
  hash=$(printf '%s' "$secret" | sha256sum | cut -d ' ' -f 1)
  created=$(date -u +%Y-%m-%dT%H:%M:%SZ)
  printf 'rk_%s_%s\n' "$id" "$secret" >api-key
  chmod 600 api-key
  printf '{"keys":[{"id":"%s","hash":"%s","name":"first","role":"operator","createTime":"%s"}]}\n' \
    "$id" "$hash" "$created" >api-keys.json
fi
cat api-key
