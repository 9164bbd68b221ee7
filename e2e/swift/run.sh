#!/usr/bin/env bash
# Runs the tests of the object store against OpenStack Swift with its S3 interface, as Debian packages it:
#   apt-get install swift-proxy swift-account swift-container swift-object
# Swift keeps everything in a temporary folder, whose file system needs extended attributes, and listens on loopback only.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
processes=()
trap 'kill "${processes[@]}" 2>/dev/null; rm -rf "$folder"' EXIT
port=${SWIFT_PORT:-17080}
user=$(id -un)
mkdir -p "$folder/node/disk"

# One server of each kind, one replica.
number=1
for kind in account container object; do
  cat > "$folder/$kind.conf" <<CONF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $((port + number))
user = $user
swift_dir = $folder
devices = $folder/node
mount_check = false
workers = 0
log_level = WARNING
[pipeline:main]
pipeline = $kind-server
[app:$kind-server]
use = egg:swift#$kind
CONF
  swift-ring-builder "$folder/$kind.builder" create 4 1 1 > /dev/null
  swift-ring-builder "$folder/$kind.builder" add "r1z1-127.0.0.1:$((port + number))/disk" 1 > /dev/null
  swift-ring-builder "$folder/$kind.builder" rebalance > /dev/null
  "swift-$kind-server" "$folder/$kind.conf" > "$folder/$kind.log" 2>&1 &
  processes+=($!)
  number=$((number + 1))
done
cat > "$folder/proxy.conf" <<CONF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $port
user = $user
swift_dir = $folder
workers = 0
log_level = WARNING
[pipeline:main]
pipeline = catch_errors cache s3api tempauth slo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:slo]
use = egg:swift#slo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
CONF
swift-proxy-server "$folder/proxy.conf" > "$folder/proxy.log" 2>&1 &
processes+=($!)

export TEST_CONTENT_STORE="s3://contents?endpoint=http://127.0.0.1:$port" TEST_CONTENT_STORE_KEY_ID=test:tester TEST_CONTENT_STORE_SECRET=testing
# Makes the bucket, as soon as Swift responds.
node --input-type=module --eval "
  import { AwsClient } from 'aws4fetch';
  const client = new AwsClient({ accessKeyId: 'test:tester', secretAccessKey: 'testing', service: 's3', region: 'us-east-1' });
  for (let tries = 0; tries < 40; tries++) {
    const response = await client.fetch('http://127.0.0.1:$port/contents', { method: 'PUT' }).catch(() => null);
    if (response?.ok) process.exit(0);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  process.exit(1);
" || { tail -n 5 "$folder"/*.log; exit 1; }
if [ $# -gt 0 ]; then "$@"; else npx vitest run --project 'unit*' lib/store; fi
