// @ts-check
/**
 * Tables of pastes and pieces on PostgreSQL whole, divided by hash of the lookup, and divided by time of expiry: creates, reads,
 * an extension, cleanup, vacuum, and sizes (docs/decisions/0099-no-partitions.md). Loads are run in turn, and medians printed.
 *
 *   node bench/partitions.mjs [--rows 1000000] [--seconds 5] [--only whole,hash,expiry]
 *
 * Needs PostgreSQL (TEST_POSTGRES_URL), pgbench, and 1 KB of disk for each row and layout. The databases are removed afterwards.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { idOf, insertSeries, lookupOf, prepareFilling } from './fill.mjs';
import { createPostgres } from './postgresql.mjs';
import { count, printTable } from './print.mjs';
import { createWorkspace } from './workspace.mjs';

const PGBENCH = 'pgbench';
const PARTS = 16;
const MONTHS = 13;
const MONTH_MS = 30.5 * 86_400_000;
const DAY_MS = 86_400_000;
/** Rows in one transaction of the cleanup, as the worker removes them. */
const BATCH_ROWS = 500;
const EXTENSIONS = 2_000;
const CONNECTIONS = 8;
const ROUNDS = 3;
/** A paste of some hundred bytes, compressed and encrypted. */
const CONTENT_BYTES = 300;
const NEVER = '9223372036854775807';

/** Columns that rows which refer to a paste have besides its id, so that both are in the same part. */
const LAYOUTS = /** @type {Record<string, { by: string, column: string | null, type: string }>} */ ({
  whole: { by: '', column: null, type: '' },
  hash: { by: 'PARTITION BY HASH (lookup)', column: 'lookup', type: 'TEXT' },
  expiry: { by: 'PARTITION BY RANGE (expires_at)', column: 'expires_at', type: 'BIGINT' },
});

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '5' },
    only: { type: 'string', default: Object.keys(LAYOUTS).join(',') },
  },
});
const rows = Number(values.rows);
const { seconds } = values;
const workspace = createWorkspace();
const base = Date.now();
const now = '(extract(epoch from statement_timestamp()) * 1000)::bigint';

/** @type {Awaited<ReturnType<typeof openSide>>[]} */
const sides = [];
try {
  for (const name of values.only.split(',')) sides.push(await openSide(name));
  for (const side of sides) await side.fill();
  for (const measure of /** @type {const} */ (['measureCreates', 'measureReads']))
    for (let round = 0; round < ROUNDS; round++) for (const side of sides) side[measure]();
  for (const side of sides) await side.finish();
} finally {
  for (const { close } of sides) await close();
}
for (const { name, figures } of sides) printTable(`${name}, ${count(rows)} pastes`, ['', ''], [...figures]);

/** @param {string} name of the layout */
async function openSide(name) {
  const layout = LAYOUTS[name];
  if (!layout) throw new Error('--only: expected whole, hash and expiry, with commas');
  const { by, column, type } = layout;
  const shared = column === null ? '' : `, ${column}`;
  const postgres = await createPostgres();
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  /** @type {Map<string, string>} */
  const figures = new Map();
  /** @type {Record<'creates' | 'reads', number[]>} */
  const rates = { creates: [], reads: [] };

  return {
    name,
    figures,
    async fill() {
      await createTables();
      await timed('load, s', load);
      await timed('indexes and reference, s', addIndexes);
      await client.query('VACUUM (ANALYZE) pastes');
      await client.query('VACUUM (ANALYZE) paste_chunks');
      await client.query('CHECKPOINT');
      await sizes('full');
      await pages('a create', createScript());
      await pages('a read', readScript());
    },
    measureCreates: () => rates.creates.push(throughput('create', createScript())),
    measureReads: () => rates.reads.push(throughput('read', readScript())),
    async finish() {
      for (const [kind, all] of Object.entries(rates)) figures.set(`${kind} a second`, count(all.toSorted((a, b) => a - b)[1] ?? 0));
      await extend();
      await clean();
      await timed('vacuum after it, s', async () => {
        await client.query('VACUUM pastes');
        await client.query('VACUUM paste_chunks');
      });
      await sizes('after cleanup');
      if (name === 'expiry') await dropPart();
    },
    async close() {
      await client.end();
      await postgres.drop();
    },
  };

  /** @param {string} figure @param {() => Promise<unknown>} act */
  async function timed(figure, act) {
    const startedAt = performance.now();
    await act();
    figures.set(figure, ((performance.now() - startedAt) / 1000).toFixed(1));
  }

  /** Builds the tables of the migrations, divided as the layout says. */
  async function createTables() {
    const folder = new URL('../prisma/migrations/postgresql/', import.meta.url);
    for (const entry of readdirSync(folder).filter((one) => !one.endsWith('.toml')))
      await client.query(readFileSync(new URL(`${entry}/migration.sql`, folder), 'utf8'));
    await client.query(`ALTER TABLE pastes RENAME TO whole_pastes; ALTER TABLE paste_chunks RENAME TO whole_chunks;
      CREATE TABLE pastes (LIKE whole_pastes INCLUDING DEFAULTS) ${by};
      CREATE TABLE paste_chunks (LIKE whole_chunks INCLUDING DEFAULTS${column === null ? '' : `, ${column} ${type} NOT NULL`}) ${by}`);
    for (const table of ['pastes', 'paste_chunks']) {
      if (name === 'hash')
        for (let part = 0; part < PARTS; part++)
          await client.query(`CREATE TABLE ${table}_${part} PARTITION OF ${table} FOR VALUES WITH (MODULUS ${PARTS}, REMAINDER ${part})`);
      if (name === 'expiry') for (let part = 0; part <= MONTHS; part++) await client.query(rangePart(table, part));
    }
  }

  /** @param {string} table @param {number} part 0: expired already; the last one: later, or never */
  function rangePart(table, part) {
    const edge = (/** @type {number} */ month) => Math.round(base + month * MONTH_MS);
    const from = part === 0 ? 'MINVALUE' : edge(part - 1);
    const to = part === MONTHS ? 'MAXVALUE' : edge(part);
    return `CREATE TABLE ${table}_${part} PARTITION OF ${table} FOR VALUES FROM (${from}) TO (${to})`;
  }

  /** A tenth has expired in the last days, a twentieth never does, the others do within a year. */
  async function load() {
    const never = name === 'expiry' ? NEVER : 'NULL';
    const expires = `CASE WHEN g % 20 = 0 THEN ${never} WHEN g % 10 = 1 THEN ${base} - 1 - (g % 1000) * ${5 * 86_400}
      ELSE ${base} + ((hashint4(g)::bigint + 2147483648) / 4294967296.0 * ${365 * DAY_MS})::bigint END`;
    const id = idOf(base - rows, 'g');
    const paste = {
      ...{ id, lookup: lookupOf('g'), id_sealed: "decode(md5(g::text) || md5(g::text), 'hex')", syntax: "'plaintext'" },
      ...{ is_e2ee: 'false', burn_after_read: 'false', content_bytes: '500', chunk_count: '1' },
      ...{ data_key: "decode(rpad('', 120, md5(g::text)), 'hex')", master_key_id: "'0123456789abcdef'" },
      ...{ created_at: `${base} - ${rows} + g`, expires_at: expires },
    };
    const content = `decode(rpad('', ${2 * CONTENT_BYTES}, md5(g::text)), 'hex')`;
    const shared = column === 'lookup' ? { lookup: lookupOf('g') } : column === null ? {} : { expires_at: expires };
    await prepareFilling(client);
    await insertSeries(client, 'pastes', paste, 1, rows);
    await insertSeries(client, 'paste_chunks', { paste_id: id, seq: '0', encoding: '1', bytes: content, ...shared }, 1, rows);
  }

  /** The indexes of the migrations; a unique one of divided tables has to contain what divides them. */
  async function addIndexes() {
    const { rows: found } = await client.query(
      `SELECT indexdef FROM pg_indexes WHERE tablename = 'whole_pastes' AND indexdef NOT LIKE '% UNIQUE %'`,
    );
    await client.query(`ALTER TABLE pastes ADD PRIMARY KEY (id${shared})`);
    await client.query(`CREATE UNIQUE INDEX ON pastes (lookup${column === 'expires_at' ? shared : ''})`);
    for (const { indexdef } of found) await client.query(indexdef.replace(/INDEX \S+ ON (?:ONLY )?\S+/, 'INDEX ON pastes'));
    await client.query(`ALTER TABLE paste_chunks ADD PRIMARY KEY (paste_id${shared}, seq)`);
    await client.query(
      `ALTER TABLE paste_chunks ADD FOREIGN KEY (paste_id${shared}) REFERENCES pastes (id${shared}) ON DELETE CASCADE ON UPDATE CASCADE`,
    );
  }

  /** @param {string} when */
  async function sizes(when) {
    const { rows: found } = await client.query(`SELECT c.relkind AS kind, sum(pg_relation_size(c.oid))::float8 AS bytes FROM pg_class c
      WHERE c.relname ~ '^(pastes|paste_chunks)' AND c.relkind IN ('r', 'i') GROUP BY 1`);
    const { rows: each } =
      await client.query(`SELECT left(pg_get_indexdef(i.indexrelid), 200) AS def, pg_relation_size(i.indexrelid)::float8 AS bytes
      FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid WHERE t.relname ~ '^(pastes|paste_chunks)' ORDER BY 2 DESC LIMIT 9`);
    for (const { kind, bytes } of found)
      figures.set(`${kind === 'r' ? 'tables' : 'indexes'} ${when}, bytes a row`, (bytes / rows).toFixed(0));
    if (when === 'full' && name === 'whole')
      for (const { def, bytes } of each) figures.set(`  ${def.replace(/.* ON public\./, '')}`, (bytes / rows).toFixed(1));
  }

  /** Counts the pages of the second run, on a quiet machine or not. @param {string} what @param {string} script */
  async function pages(what, script) {
    const sql = script.replace(/^.*?\n/, '').replaceAll(/:n(::int)?\b/g, '4711');
    await client.query(sql);
    const { rows: plans } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`);
    const plan = plans[0]['QUERY PLAN'][0].Plan;
    figures.set(`pages that ${what} touches`, String(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']));
  }

  function createScript() {
    const key = column === null ? '' : `, ${column}`;
    return `\\set n random(1, 1000000000)
      WITH made AS (INSERT INTO pastes (id, lookup, id_sealed, syntax, is_e2ee, burn_after_read, content_bytes, chunk_count, data_key,
        master_key_id, created_at, expires_at) VALUES (lpad(to_hex(${now}), 12, '0') || left(md5(:n || random()::text), 12),
        left(md5(random()::text || :n), 22), '\\x${'5a'.repeat(32)}', 'plaintext', false, false, 500, 1, '\\x${'5a'.repeat(60)}',
        '0123456789abcdef', ${now}, ${now} + 604800000) RETURNING id${key})
      INSERT INTO paste_chunks (paste_id, seq, encoding, bytes${key}) SELECT id, 0, 1, '\\x${'5a'.repeat(CONTENT_BYTES)}'${key} FROM made;`;
  }

  function readScript() {
    const same = column === null ? '' : ` AND c.${column} = p.${column}`;
    return `\\set n random(1, ${rows})
      SELECT p.*, c.encoding, c.bytes FROM pastes p JOIN paste_chunks c ON c.paste_id = p.id AND c.seq = 0${same}
      WHERE p.lookup = ${lookupOf(':n::int')} AND (p.expires_at IS NULL OR p.expires_at > ${now});`;
  }

  /** @param {string} kind @param {string} script @returns {number} transactions a second */
  function throughput(kind, script) {
    const file = workspace.path(`${name}-${kind}.sql`);
    writeFileSync(file, script.replace(/\n\s+/g, ' ').replace(/^(\\set [^)]*\)) /, '$1\n'));
    const args = ['-n', '-M', 'prepared', '-c', String(CONNECTIONS), '-j', '1', '-T', seconds, '-f', file, postgres.url];
    const output = execFileSync(PGBENCH, args, { encoding: 'utf8' });
    return Number(/tps = ([\d.]+)/.exec(output)?.[1]);
  }

  /** Extends pastes one by one, as the service does: by their id. */
  async function extend() {
    const { rows: found } = await client.query(
      `SELECT id FROM pastes WHERE expires_at > ${now} AND expires_at < ${NEVER} ORDER BY random() LIMIT ${EXTENSIONS}`,
    );
    const startedAt = performance.now();
    for (const { id } of found)
      await client.query({
        name: 'extend',
        text: `UPDATE pastes SET expires_at = expires_at + ${40 * DAY_MS} WHERE id = $1`,
        values: [id],
      });
    figures.set('an extension, ms', ((performance.now() - startedAt) / found.length).toFixed(3));
  }

  /** Removes half of the expired pastes by rows, part by part. */
  async function clean() {
    const tables =
      name === 'whole' ? ['pastes'] : name === 'expiry' ? ['pastes_0'] : Array.from({ length: PARTS }, (_, part) => `pastes_${part}`);
    const goal = rows / 20;
    let removed = 0;
    const startedAt = performance.now();
    while (removed < goal)
      for (const table of tables) {
        const { rowCount } = await client.query(`DELETE FROM ${table} WHERE id = ANY (ARRAY(SELECT id FROM ${table}
          WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${BATCH_ROWS})) AND expires_at <= ${now}`);
        removed += rowCount ?? 0;
      }
    figures.set('removed by rows a second', count((removed * 1000) / (performance.now() - startedAt)));
  }

  /** Removes the other half by dropping the part that has it. */
  async function dropPart() {
    await timed('the rest by dropping its part, s', async () => {
      await client.query('ALTER TABLE paste_chunks DETACH PARTITION paste_chunks_0');
      await client.query('DROP TABLE paste_chunks_0');
      await client.query('ALTER TABLE pastes DETACH PARTITION pastes_0');
      await client.query('DROP TABLE pastes_0');
    });
  }
}
