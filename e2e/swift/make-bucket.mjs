// @ts-check
// Makes the bucket of TEST_CONTENT_STORE, as soon as its server responds.
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';

const { TEST_CONTENT_STORE = '', TEST_CONTENT_STORE_KEY_ID = '', TEST_CONTENT_STORE_SECRET = '' } = process.env;
const { host: bucket, searchParams } = new URL(TEST_CONTENT_STORE);
const client = new AwsClient({
  accessKeyId: TEST_CONTENT_STORE_KEY_ID,
  secretAccessKey: TEST_CONTENT_STORE_SECRET,
  service: 's3',
  region: 'us-east-1',
  retries: 0,
});
for (let tries = 1; ; tries++) {
  const response = await client
    .fetch(`${searchParams.get('endpoint')}/${bucket}`, { method: 'PUT' })
    .catch((/** @type {Error} */ error) => error);
  if (!(response instanceof Error) && response.status === 200) break;
  if (tries === 20) throw response instanceof Error ? response : new Error(`${response.status} ${await response.text()}`);
  await sleep(500);
}
