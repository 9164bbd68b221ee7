// @ts-check
/**
 * The cost of a large database: reads of the same pastes from a million and from a thousand, and reads and creates while
 * the worker removes a hundred thousand expired pastes.
 *
 * The pastes to read are made through the API and copied into the large database, spread evenly, under new row ids (no
 * content is bound to its row id). Copies of one paste's row, never read, fill the space between them.
 */
import { randomBytes } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { count, endProgress, milliseconds, printTable, progress, ratio } from './print.mjs';
import { createPastes, startWeb, startWorker } from './servers.mjs';
import { sourceText } from './text.mjs';
import { alternate, createLoad, readLoad, startWrk } from './wrk.mjs';

const SMALL_ROWS = 1_000;
const READ_BYTES = 1024;
const FILLER_BYTES = 256;
const EXPIRED_ROWS = 100_000;
const FILL_TRANSACTION_ROWS = 20_000;
const FILL_CACHE_KILOBYTES = 500_000;
const DAY_MS = 86_400_000;
/** The longest wait for cleanup. */
const CLEANING_GIVE_UP_MS = 180_000;
const POLL_MS = 50;

/** @typedef {import('./workspace.mjs').Workspace} Workspace */
/** @typedef {import('./servers.mjs').Server} Server */

/**
 * @param {Workspace} workspace
 * @param {{ seconds: number, rows: number }} options
 */
export async function measureRows(workspace, { seconds, rows }) {
  progress('preparing the small database');
  const preparing = await startWeb(workspace, 'rows-small');
  const ids = await createPastes(preparing, SMALL_ROWS, (index) => sourceText(READ_BYTES, index + 1));
  await createPastes(preparing, 1, () => sourceText(FILLER_BYTES));
  await preparing.stop();
  await fill(workspace.path('rows-small.db'), workspace.path('rows-large.db'), rows);

  progress(`reading from ${count(rows)} and ${count(SMALL_ROWS)} pastes`);
  const [small, large] = [await startWeb(workspace, 'rows-small'), await startWeb(workspace, 'rows-large')];
  const load = readLoad(workspace, 'rows', ids);
  const sides = /** @type {const} */ ([
    { server: large, load },
    { server: small, load },
  ]);
  const [fromLarge, fromSmall] = await alternate(workspace, seconds, sides);
  await small.stop();

  const besideReads = await measureCleaning(workspace, large, load, 'reads');
  const besideCreates = await measureCleaning(workspace, large, createLoad(workspace, READ_BYTES), 'creates');
  await large.stop();
  endProgress();

  const row = (/** @type {string} */ name, /** @type {import('./wrk.mjs').Measured} */ { perSecond, p50Ms, p99Ms, maxMs }) => [
    name,
    count(perSecond),
    ...[p50Ms, p99Ms, maxMs].map(milliseconds),
  ];
  printTable(
    `Reads of ${count(SMALL_ROWS)} pastes of 1 KiB from a small and a large database`,
    ['', 'requests/s', 'p50 ms', 'p99 ms', 'max ms'],
    [row(`of ${count(SMALL_ROWS)} pastes`, fromSmall), row(`of ${count(rows)} pastes`, fromLarge)],
  );
  const factor = { requests: fromSmall.perSecond / fromLarge.perSecond, p50: fromLarge.p50Ms / fromSmall.p50Ms };
  console.log(
    `\n  The large one takes ${ratio(factor.requests)} times as long (goal: at most 1.5); its p50 is ${ratio(factor.p50)} times.`,
  );
  printTable(
    `While the worker removes ${count(EXPIRED_ROWS)} expired pastes (goal: p99 of reads below 50 ms)`,
    ['', 'requests/s', 'p50 ms', 'p99 ms', 'max ms', 'removed', 'in s'],
    [besideReads, besideCreates].map((cleaning) => [
      ...row(`${cleaning.beside}, ${count(rows)} pastes`, cleaning.measured),
      count(cleaning.removed),
      cleaning.seconds.toFixed(1),
    ]),
  );
  for (const [name, { errors }] of Object.entries({ fromSmall, fromLarge, reads: besideReads.measured, creates: besideCreates.measured }))
    if (errors > 0) console.log(`\n  ${name}: ${errors} errors`);
  return { rows, fromSmall, fromLarge, factor, cleaning: [besideReads, besideCreates] };
}

/**
 * Makes the large database: all of the small one's pastes, spread evenly among copies of one of them.
 * @param {string} smallFile
 * @param {string} file
 * @param {number} rows
 */
async function fill(smallFile, file, rows) {
  const source = new DatabaseSync(smallFile);
  source.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  source.close();
  copyFileSync(smallFile, file);
  const database = new DatabaseSync(file);
  for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'foreign_keys = OFF', `cache_size = -${FILL_CACHE_KILOBYTES}`])
    database.exec(`PRAGMA ${pragma}`);
  const pastes = selectAll(database, 'pastes');
  const chunks = new Map(selectAll(database, 'paste_chunks').map((chunk) => [chunk.paste_id, chunk]));
  const filler = pastes.find((paste) => paste.content_bytes === FILLER_BYTES);
  const fillerChunk = chunks.get(filler?.id);
  if (!filler || !fillerChunk) throw new Error('the paste to fill with is not in the database');
  database.exec('DELETE FROM paste_chunks; DELETE FROM pastes');
  const insertPaste = prepareInsert(database, 'pastes', filler);
  const insertChunk = prepareInsert(database, 'paste_chunks', fillerChunk);
  const now = Date.now();
  const every = Math.floor(rows / pastes.length);

  /** @param {number} index */
  function insert(index) {
    // Like the service's ids: the time, here one paste per millisecond, and a random part.
    const id = `${(now - rows + index).toString(16).padStart(12, '0')}${randomBytes(9).toString('base64url')}`;
    const real = index % every === 0 ? pastes.pop() : undefined;
    if (real) {
      insertPaste.run({ ...real, id });
      insertChunk.run({ ...chunks.get(real.id), paste_id: id });
      return;
    }
    const lookup = randomBytes(16).toString('base64url');
    insertPaste.run({ ...filler, id, lookup, expires_at: now + DAY_MS + Math.floor(Math.random() * 365 * DAY_MS) });
    insertChunk.run({ ...fillerChunk, paste_id: id });
  }
  /** @param {number} from */
  function insertFrom(from) {
    database.exec('BEGIN');
    for (let index = from; index < Math.min(from + FILL_TRANSACTION_ROWS, rows); index++) insert(index);
    database.exec('COMMIT');
  }
  for (let from = 0; from < rows; from += FILL_TRANSACTION_ROWS) {
    progress(`filling the large database: ${count(from)} of ${count(rows)} pastes`);
    insertFrom(from);
    // Signals are handled between two transactions.
    await sleep(0);
  }
  database.exec('PRAGMA journal_mode = WAL');
  database.close();
}

/**
 * @param {import('@photostructure/sqlite').DatabaseSyncInstance} database
 * @param {string} table
 */
function selectAll(database, table) {
  return /** @type {Record<string, unknown>[]} */ (database.prepare(`SELECT * FROM ${table}`).all());
}

/**
 * @param {import('@photostructure/sqlite').DatabaseSyncInstance} database
 * @param {string} table
 * @param {Record<string, unknown>} example a row
 */
function prepareInsert(database, table, example) {
  const columns = Object.keys(example);
  return database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((column) => `@${column}`).join(', ')})`);
}

/**
 * Lets pastes expire and measures a load while the worker removes them.
 * @param {Workspace} workspace
 * @param {Server} web
 * @param {import('./wrk.mjs').Load} load
 * @param {string} beside
 */
async function measureCleaning(workspace, web, load, beside) {
  progress(`${beside} while the worker removes expired pastes`);
  expire(workspace.path('rows-large.db'));
  const worker = startWorker(workspace, 'rows-large', `worker-${beside}.log`);
  const giveUpAt = Date.now() + CLEANING_GIVE_UP_MS;
  const startedAt = await waitForLine(worker, (line) => line.msg === 'worker is running', giveUpAt);
  const wrk = startWrk(workspace, web, load);
  await waitForLine(worker, () => removedBy(worker) >= EXPIRED_ROWS, giveUpAt);
  wrk.stop();
  const measured = await wrk.measured;
  // A worker logs its count on stopping, even when it hasn't finished.
  await worker.stop();
  const endedAt = Date.parse(worker.log().findLast((line) => line.msg === 'cleanup')?.time) || Date.now();
  return { beside, measured, removed: removedBy(worker), seconds: (endedAt - startedAt) / 1000 };
}

/** @param {string} file */
function expire(file) {
  const database = new DatabaseSync(file, { timeout: 30_000 });
  database
    .prepare(
      `UPDATE pastes SET expires_at = ? WHERE id IN
       (SELECT id FROM pastes WHERE expires_at IS NOT NULL ORDER BY random() LIMIT ?)`,
    )
    .run(Date.now() - 1, EXPIRED_ROWS);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

/** @param {{ log(): Record<string, any>[] }} worker */
export function removedBy(worker) {
  return worker.log().reduce((sum, line) => sum + (line.msg === 'cleanup' ? line.removed.pastes : 0), 0);
}

/**
 * @param {{ log(): Record<string, any>[] }} worker
 * @param {(line: Record<string, any>) => boolean} isIt
 * @param {number} giveUpAt
 * @returns {Promise<number>} when it was logged, or the time of giving up
 */
export async function waitForLine(worker, isIt, giveUpAt) {
  while (Date.now() < giveUpAt) {
    const line = worker.log().find(isIt);
    if (line) return Date.parse(line.time);
    await sleep(POLL_MS);
  }
  return Date.now();
}
