// @ts-check
/**
 * The databases of the section many: the pastes that are read and listed are made through the API, and stand evenly among copies
 * of two more, with and without an account.
 */
import { copyOf, idOf, insertSeries, lookupOf, prepareFilling, withoutIndexes } from './fill.mjs';
import { progress } from './print.mjs';
import { createPastes, environment, fetchJson, startWeb } from './servers.mjs';
import { sourceText } from './text.mjs';

const READ_PASTES = 1_000;
export const READ_BYTES = 1024;
export const FILLER_BYTES = 256;
/** One account has these. Its copies are not listed, because their ids can't be opened: real ones are the newest and the oldest. */
export const OWN_PASTES = 100_000;
export const LISTED_PASTES = 1_000;
const EXPIRED_MOST = 1_000_000;
const BATCHES = 100;
const DAY_MS = 86_400_000;
const CONCURRENCY = 50;
export const TABLES = ['pastes', 'paste_chunks'];

/** @typedef {import('pg').Client} Client */
/** @typedef {import('./workspace.mjs').Workspace} Workspace */

/** Makes the pastes to read, one to copy, and one of an account. @param {Workspace} workspace @param {{ url: string }} small */
export async function prepareMany(workspace, small) {
  const env = { ...environment('unused'), DATABASE_URL: small.url };
  const web = await startWeb(workspace, 'preparing', { DATABASE_URL: small.url });
  const key = (await workspace.run(process.execPath, ['dist/admin.js', 'key', 'create', '--user', 'bench'], { env }).output).trim();
  const ids = await createPastes(web, READ_PASTES, (index) => sourceText(READ_BYTES, index + 1));
  const content = sourceText(FILLER_BYTES);
  const create = (/** @type {object} */ body, /** @type {Record<string, string>} */ headers = {}) =>
    fetchJson(`${web.origin}/api/v1/pastes`, 201, {
      ...{ method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) },
    });
  const own = { 'X-Api-Key': key };
  await create({ content });
  await create({ content, title: 'a copy' }, own);
  for (let made = 0; made < LISTED_PASTES; made += CONCURRENCY)
    await Promise.all(Array.from({ length: CONCURRENCY }, () => create({ content: sourceText(READ_BYTES), title: 'listed' }, own)));
  await web.stop();
  return { ids, key };
}

/**
 * @param {Client} client
 * @param {Client} second fills the other table meanwhile
 * @param {number} rows
 */
export async function fillMany(client, second, rows) {
  for (const one of [client, second]) await prepareFilling(one);
  const { rows: found } = await client.query('SELECT * FROM pastes WHERE content_bytes = $1 ORDER BY owner_id NULLS FIRST', [FILLER_BYTES]);
  /** @type {{ row: any, chunk: any }[]} */
  const copies = [];
  for (const row of found) {
    const { rows: chunks } = await client.query('SELECT * FROM paste_chunks WHERE paste_id = $1', [row.id]);
    copies.push({ row, chunk: chunks[0] });
  }
  await client.query(`CREATE TEMP TABLE real_pastes AS SELECT row_number() OVER () AS n, * FROM pastes WHERE content_bytes = ${READ_BYTES};
    CREATE TEMP TABLE real_paste_chunks AS SELECT n, owner_id, c.* FROM paste_chunks c JOIN real_pastes p ON p.id = c.paste_id;
    DELETE FROM pastes`);
  const base = Date.now() - rows;
  const everyExpired = Math.ceil(rows / Math.min(EXPIRED_MOST, rows / 10));
  const later = `${Date.now() + DAY_MS} + (hashint8(g)::bigint + 2147483648) * 7`;
  const expires = `CASE WHEN g % ${everyExpired} = 1 THEN ${base} + g - ${DAY_MS} ELSE ${later} END`;
  const realId = idOf(base, `n * ${Math.floor(rows / (READ_PASTES + LISTED_PASTES))}`, 'real');
  const createdAt = `CASE WHEN owner_id IS NULL THEN created_at WHEN n % 2 = 0 THEN ${base + rows} + n ELSE ${base} - n END`;
  await withoutIndexes(client, TABLES, async () => {
    for (let batch = 0; batch < BATCHES; batch++) {
      progress(`filling: ${batch} %`);
      await insert(copies[0], 'filler', rows, batch, 'g', expires);
      await insert(copies[1], 'own', OWN_PASTES, batch, `g * ${Math.floor(rows / OWN_PASTES)}`, later);
      const some = `WHERE n % ${BATCHES} = ${batch}`;
      for (const [table, id, { created_at, ...others }] of /** @type {[string, string, any][]} */ ([
        ['pastes', 'id', { ...copies[0]?.row }],
        ['paste_chunks', 'paste_id', { ...copies[0]?.chunk }],
      ])) {
        const time = created_at === undefined ? ['', ''] : [', created_at', `, ${createdAt}`];
        const columns = Object.keys(others)
          .filter((column) => column !== id)
          .join(', ');
        await client.query(
          `INSERT INTO ${table} (${id}, ${columns}${time[0]}) SELECT CASE WHEN owner_id IS NULL THEN ${realId} ELSE ${id} END, ${columns}${time[1]} FROM real_${table} ${some}`,
        );
      }
    }
    progress('building the indexes');
  });

  /**
   * @param {{ row: any, chunk: any } | undefined} from
   * @param {string} kind
   * @param {number} all of this kind
   * @param {number} batch
   * @param {string} number SQL: its place among all rows
   * @param {string} expiry SQL
   */
  async function insert(from, kind, all, batch, number, expiry) {
    const id = idOf(base, number, kind);
    const [first, last] = [Math.floor((all * batch) / BATCHES) + 1, Math.floor((all * (batch + 1)) / BATCHES)];
    const own = { id, lookup: lookupOf(`'${kind}' || g`), created_at: `${base} + ${number}`, expires_at: expiry };
    await Promise.all([
      insertSeries(client, 'pastes', copyOf(from?.row, own), first, last),
      insertSeries(second, 'paste_chunks', copyOf(from?.chunk, { paste_id: id }), first, last),
    ]);
  }
}
