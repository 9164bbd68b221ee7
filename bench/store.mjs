// @ts-check
/**
 * Contents in an object store beside contents in rows: requests per second, latency and memory, for pastes of 100 KiB, and
 * of 10 MB one after the other and at once.
 *
 * The store is a bare one on this machine, or the one that TEST_CONTENT_STORE, TEST_CONTENT_STORE_KEY_ID and
 * TEST_CONTENT_STORE_SECRET name: `e2e/swift/run.sh npm run bench -- --only store` measures OpenStack Swift.
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { count, endProgress, megabytes, milliseconds, printTable, progress, ratio } from './print.mjs';
import { forgetHighestMemory, readMemory } from './process.mjs';
import { createPastes, startWeb } from './servers.mjs';
import { sourceText } from './text.mjs';
import { alternate, createLoad, readLoad } from './wrk.mjs';

const BYTES = 100 * 1024;
const DIFFERENT_PASTES = 500;
const LARGE_AT_ONCE = 10;
/** From this size a piece is an object: 100 KiB of source text are 35 KiB when compressed. */
const MIN_BYTES = '4096';

/**
 * @param {import('./workspace.mjs').Workspace} workspace
 * @param {{ seconds: number }} options
 */
export async function measureStore(workspace, { seconds }) {
  const store = await startStore(workspace);
  const rows = await startWeb(workspace, 'rows');
  const objects = {
    ...(await startWeb(workspace, 'objects', { ...store.variables, CONTENT_STORE_MIN_BYTES: MIN_BYTES })),
    name: 'objects',
  };
  const sides = [rows, objects];
  const loads = [];
  progress('preparing');
  /** @type {string[][]} */
  const ids = [];
  for (const server of sides) ids.push(await createPastes(server, DIFFERENT_PASTES, (index) => sourceText(BYTES, index + 1)));
  for (const [name, loadOf] of /** @type {const} */ ([
    ['read one paste of 100 KiB', (/** @type {number} */ index) => readLoad(workspace, 'one', ids[index]?.slice(0, 1) ?? [])],
    [`read ${DIFFERENT_PASTES} pastes of 100 KiB`, (/** @type {number} */ index) => readLoad(workspace, 'all', ids[index] ?? [])],
    ['create 100 KiB', () => createLoad(workspace, BYTES)],
  ])) {
    progress(name);
    loads.push({
      name,
      results: await alternate(
        workspace,
        seconds,
        sides.map((server, index) => ({ server, load: loadOf(index) })),
      ),
    });
  }
  const client = workspace.start(process.execPath, [fileURLToPath(new URL('large-client.mjs', import.meta.url))], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const perform = (/** @type {import('./large-client.mjs').Task} */ task) =>
    new Promise((/** @type {(done: import('./large-client.mjs').Done) => void} */ resolve) => {
      client.child.once('message', (done) => resolve(/** @type {any} */ (done)));
      client.child.send(task);
    });
  const large = [];
  for (const server of sides) {
    progress(`10 MB, ${server.name}`);
    const of = { origin: server.origin, kind: /** @type {const} */ ('text') };
    await perform({ ...of, what: 'create and read', count: 2 });
    const single = await perform({ ...of, what: 'create and read', count: LARGE_AT_ONCE });
    forgetHighestMemory(server.pid);
    const created = await perform({ ...of, what: 'create', count: LARGE_AT_ONCE });
    const read = await perform({ ...of, what: 'read', count: LARGE_AT_ONCE });
    large.push({
      createMs: median(single.createMs),
      readMs: median(single.readMs),
      createAtOnceMs: Math.max(...created.createMs),
      readAtOnceMs: Math.max(...read.readMs),
      highestBytes: readMemory(server.pid, 'VmHWM'),
    });
  }
  await Promise.all([client, ...sides, store].map(({ stop }) => stop()));
  endProgress();

  printTable(
    'Contents in rows and in an object store',
    ['', 'rows/s', 'store/s', 'ratio', 'p99 ms, rows', 'p99 ms, store', 'CPU ms, rows', 'CPU ms, store'],
    loads.map(({ name, results: [first, second] }) =>
      first && second
        ? [
            name,
            ...[first.perSecond, second.perSecond].map(count),
            ratio(second.perSecond / first.perSecond),
            ...[first.p99Ms, second.p99Ms].map(milliseconds),
            ...[first.processorMs, second.processorMs].map((value) => value.toFixed(2)),
          ]
        : [],
    ),
  );
  for (const { name, results } of loads) for (const { errors } of results) if (errors > 0) console.log(`\n  ${name}: ${errors} errors`);
  printTable(
    `10 MB of text, one after the other (median) and ${LARGE_AT_ONCE} at once (slowest)`,
    ['', 'create ms', 'read ms', 'create at once ms', 'read at once ms', 'highest memory'],
    large.map(({ highestBytes, ...times }, index) => [
      index === 0 ? 'rows' : 'store',
      ...[times.createMs, times.readMs, times.createAtOnceMs, times.readAtOnceMs].map(milliseconds),
      megabytes(highestBytes),
    ]),
  );
  return { loads, large };
}

/** @param {import('./workspace.mjs').Workspace} workspace */
async function startStore(workspace) {
  const { TEST_CONTENT_STORE: address, TEST_CONTENT_STORE_KEY_ID: keyId = '', TEST_CONTENT_STORE_SECRET: secret = '' } = process.env;
  if (address) {
    const variables = { CONTENT_STORE: address, CONTENT_STORE_KEY_ID: keyId, CONTENT_STORE_SECRET: secret };
    return { variables, stop: async () => undefined };
  }
  const folder = workspace.path('store');
  mkdirSync(folder);
  const script = fileURLToPath(new URL('store-server.mjs', import.meta.url));
  const { child, stop } = workspace.start(process.execPath, [script, folder], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const { port } = await new Promise((/** @type {(address: any) => void} */ resolve) => child.once('message', resolve));
  const variables = {
    CONTENT_STORE: `s3://contents?endpoint=http://127.0.0.1:${port}`,
    CONTENT_STORE_KEY_ID: 'key',
    CONTENT_STORE_SECRET: 'secret',
  };
  return { variables, stop };
}

/** @param {readonly number[]} values */
const median = (values) => [...values].sort((x, y) => x - y)[Math.floor(values.length / 2)] ?? Number.NaN;
