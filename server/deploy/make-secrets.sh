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
missing() {
  echo "make-secrets.sh: cannot make $1: a tool that it needs is missing" >&2
  exit 1
}
# Whole or not at all: an empty password would be none.
make() {
  [ ! -e "$1" ] || return 0
  [ -n "$2" ] || missing "$1"
  printf '%s' "$2" >"$1.new"
  mv "$1.new" "$1"
}
# macOS has the other one.
sha256() {
  if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi | cut -d ' ' -f 1
}

make redis-password "$(random 24)"
make redis-url "redis://:$(cat redis-password)@redis:6379/0"
make servers-redis-url "redis://:$(cat redis-password)@redis:6379/1"
make postgres-password "$(random 24)"
make store-url "postgres://recorda:$(cat postgres-password)@postgres:5432/recorda"
make store-read-url "postgres://recorda:$(cat postgres-password)@postgres-standby:5432/recorda"
make neo4j-password "$(random 24)"
make neo4j-auth "neo4j/$(cat neo4j-password)"
make grafana-password "$(random 24)"
make blob-key "$(head -c 64 /dev/urandom | base64 | tr -d '\n')"
make master-key "$(random 32)"
make mint-key "$(random 32)"
make receipt-key "$(random 32)"

if [ ! -e api-keys.json ]; then
  id=$(random 8)
  secret=$(head -c 32 /dev/urandom | base64 | tr -d '=\n' | tr '+/' '-_')
  hash=$(printf '%s' "$secret" | sha256)
  created=$(date -u +%Y-%m-%dT%H:%M:%SZ)
  { [ -n "$id" ] && [ -n "$secret" ] && [ -n "$hash" ]; } || missing api-keys.json
  rm -f api-key
  make api-key "rk_${id}_$secret"
  chmod 600 api-key
  make api-keys.json "$(
    printf '{"keys":[{"id":"%s","hash":"%s","name":"first","role":"operator","createTime":"%s"}]}' "$id" "$hash" "$created"
  )"
fi
cat api-key
echo
