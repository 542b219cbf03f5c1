# Starts and measures a server; to be sourced.
#   start_server PAYWALL PORT LEDGER [OPTION…]     sets $server, waits until it is ready
# It serves $config, which is the configuration beside this folder unless it is set.

here="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
work="$(mktemp -d)"
trap 'kill ${server:-} 2>/dev/null || true; wait; rm -rf "$work"' EXIT

start_server() {
  local paywall="$1" port="$2" ledger="$3"
  shift 3
  python3 -c '
import json, sys
print(json.load(open(sys.argv[1]))["trustedRootPem"])
' "$here/../AppStoreFixtures/Vectors/pki.json" >"$work/root.pem"
  "$paywall" serve --config "${config:-$here/Config}" --port "$port" \
    --state-dir "$(mktemp -d -p "$work")" \
    --apple-root "$work/root.pem" --apple-root-in-production --ledger "$ledger" "$@" >"$work/log" 2>&1 &
  server=$!
  until curl -sf "http://127.0.0.1:$port/health/ready" >/dev/null; do
    kill -0 $server 2>/dev/null || { cat "$work/log" >&2; exit 3; }
    sleep 0.1
  done
}

# An API key of the role server in a copy of the configuration; sets $config and $key. Without keys
# nobody may ask for a customer by name.
with_server_key() {
  cp -R "${config:-$here/Config}" "$work/config"
  config="$work/config"
  local made
  made="$("$1" key create --role server)"
  key="$(grep -m 1 -o 'pw_server_[0-9a-f]*' <<<"$made")"
  printf 'keys:\n%s\n' "$(grep -m 1 '^  *server: ' <<<"$made")" >"$config/Paywalls/store/keys.yaml"
}

memory() { awk -v n="$1" '/VmRSS/ { r = $2 } /VmHWM/ { h = $2 } END { printf "%s %.1f MB (at most %.1f)\n", n, r / 1024, h / 1024 }' "/proc/$server/status"; }

stop_server() {
  kill -TERM "$server"
  wait "$server" || true
  server=
}
