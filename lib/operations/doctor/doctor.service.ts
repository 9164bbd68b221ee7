/**
 * Checks everything that the service needs, each thing by itself, so that one failure hides no other. The doctor changes
 * nothing, except that when it has read everything and found it whole, it forgets the damage that a process met before.
 */
import { type Config, databaseOf, masterKeysOf } from '../../config/config';
import type { Database } from '../../db/database';
import { openDatabase } from '../../db/engines/open-database';
import { createKeyring } from '../../vault/keyring';
import { refuseUnfinishedLoad } from '../backup/unfinished-load';
import { forgetDamage } from '../metrics/vitals';
import { rotatedTables } from '../rotation';
import { checkRows, checkWholeness, databaseLooks, knownDamageLook } from './doctor-database';
import { describeError, type Look, NEAR_SERVERS, networkLooks, serverLooks } from './doctor-servers';
import { machineLooks, settingsLooks } from './doctor-settings';

export interface Check {
  name: string;
  state: 'ok' | 'warning' | 'failed';
  message: string;
}

/**
 * @param config valid, because reading it was the first check
 * @param options.deep whether all rows are read
 */
export async function runChecks(config: Config, { deep = false } = {}): Promise<Check[]> {
  let db: Database | undefined;
  const checks = await make([
    ['config', () => `valid; Node ${process.version}`],
    [
      'database',
      async () => {
        db = await openDatabase(databaseOf(config));
        await refuseUnfinishedLoad(db);
        const { latest, later } = await db.checkSchema();
        return `${db.engine} responds, migrated to ${latest}${later.length === 0 ? '' : ', of a newer version that this one can live with'}`;
      },
    ],
  ]);
  if (db)
    checks.push(
      ...(await make(databaseLooks(db, config))),
      ...(deep ? await lookForDamage(db, config) : await make([knownDamageLook(db)])),
    );
  checks.push(...(await make([...nearLooks(config), ...networkLooks(config)])));
  await db?.close();
  return checks;
}

/** Makes one check after the other. */
async function make(looks: readonly Look[]): Promise<Check[]> {
  const checks: Check[] = [];
  for (const [name, look] of looks) {
    try {
      const finding = await look();
      if (typeof finding === 'string') checks.push({ name, state: 'ok', message: finding });
      else if (finding !== null) checks.push({ name, state: 'warning', message: finding.warning });
    } catch (error) {
      checks.push({ name, state: 'failed', message: describeError(error) });
    }
  }
  return checks;
}

/** Reads everything. Damage that a process met before is forgotten when all is whole. */
async function lookForDamage(db: Database, config: Config): Promise<Check[]> {
  const checks = await make([
    ['damage', () => checkWholeness(db, config)],
    ['rows', () => checkRows(db, rotatedTables(createKeyring(masterKeysOf(config))))],
  ]);
  if (checks.every(({ state }) => state === 'ok')) await forgetDamage(db);
  return checks;
}

/** Checks of this machine, of settings, and of servers that belong to this installation. */
const nearLooks = (config: Config): Look[] => [...machineLooks(config), ...serverLooks(NEAR_SERVERS, config), ...settingsLooks(config)];

/** The doctor's quick checks and the lengths of the queues, for the administrators' page. SQL (decision 0041): index. */

/** Most rows that are counted. */
const MAX_COUNTED = 1_000;

/** Rows of each queue that wait. */
const WAITING = {
  deliveries: 'webhook_deliveries WHERE next_retry_at IS NOT NULL',
  messages: 'notification_queue WHERE next_retry_at IS NOT NULL',
  reportNotices: 'report_notices WHERE next_retry_at IS NOT NULL',
  openReports: 'reports WHERE closed_at IS NULL',
  heldPastes: 'pastes WHERE held_at IS NOT NULL',
  expiredPastes: 'pastes WHERE expires_at <= NOW',
} as const;

/** Numbers of waiting rows, at most MAX_COUNTED each. */
type Backlog = Record<keyof typeof WAITING, number>;

/** Makes the checks that a running process can: none opens the database anew or requests this service. */
export async function readHealth(db: Database, config: Config) {
  const checks = await make([...databaseLooks(db, config), knownDamageLook(db), ...nearLooks(config)]);
  return { engine: db.engine, checks, backlog: await readBacklog(db), maxCounted: MAX_COUNTED };
}

/** Counts each queue by an index that holds only waiting rows, or expired ones first. */
async function readBacklog(db: Database): Promise<Backlog> {
  const counts = Object.entries(WAITING).map(
    ([name, from]) =>
      `(SELECT count(*) FROM (SELECT 1 FROM ${from.replace('NOW', db.dialect.now)} LIMIT ${MAX_COUNTED}) AS t) AS "${name}"`,
  );
  const [row = {}] = await db.readLong(`SELECT ${counts.join(', ')}`);
  return Object.fromEntries(Object.keys(WAITING).map((name) => [name, Number(row[name])])) as Backlog;
}
