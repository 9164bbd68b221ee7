/** Makes backups of a service at work, restores them, and reads the pastes from the restored service. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contentsOf } from '#lib/testing/contents';
import { createTestDatabase, engines, type TestDatabase } from '#lib/testing/test-database';
import { createPaste, readPaste } from '../support/api';
import { type Environment, exportedAudit, runAdmin, startWeb, testEnvironment, type WebProcess } from '../support/processes';

const CLIENTS = 4;
/** Number of pastes acknowledged before the backup begins. */
const PASTES_BEFORE = 60;
/** Bytes of a content of several pieces. */
const LARGE = 600_000;

const contentOf = (index: number) => (index % 10 === 0 ? `${index} `.repeat(LARGE / 4) : `content ${index}`);

describe.each(engines)('a backup on %s', (engine) => {
  let database: TestDatabase;
  let environment: Environment;
  let web: WebProcess;
  let folder: string;
  let backup: string;
  /** Content by id of the pastes that were acknowledged before the backup began. */
  const before = new Map<string, string>();
  let burnId: string;
  const targets: TestDatabase[] = [];

  async function target(overrides: Environment = {}): Promise<Environment> {
    const fresh = await createTestDatabase(engine, { isMigrated: false });
    targets.push(fresh);
    return { ...environment, DATABASE_URL: fresh.url, ...overrides };
  }

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    environment = testEnvironment(database);
    folder = mkdtempSync(join(tmpdir(), 'sealpaste-backup-'));
    web = await startWeb(environment);
    burnId = (await createPaste(web.url, { content: 'once', burnAfterRead: true })).publicId;

    let working = true;
    let index = 0;
    const work = async () => {
      while (working) {
        const content = contentOf((index += 1));
        const { publicId } = await createPaste(web.url, { content });
        if (!backup) before.set(publicId, content);
      }
    };
    const clients = Promise.all(Array.from({ length: CLIENTS }, work));
    await vi.waitFor(() => expect(before.size).toBeGreaterThanOrEqual(PASTES_BEFORE));
    backup = join(folder, 'backup');
    const { code, stderr, stdout } = await runAdmin(['backup', backup, '--json'], environment);
    working = false;
    await clients;
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(JSON.parse(stdout)).toEqual({ file: backup, bytes: statSync(backup).size });
  });

  afterAll(async () => {
    await web?.kill();
    await database?.drop();
    for (const one of targets) await one.drop();
    if (folder) rmSync(folder, { recursive: true });
  });

  it('a backup made under load restores all that was acknowledged and nothing partial', async () => {
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['backup']);
    const restored = await target();
    const { code, stdout, stderr } = await runAdmin(['restore', backup, '--json'], restored);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(JSON.parse(stdout)).toEqual({ burnPastes: 1, activeKeys: 0, rows: expect.any(Number) });

    const other = await startWeb(restored);
    try {
      for (const [publicId, content] of before) {
        const { status, body } = await readPaste(other.url, publicId);
        expect({ publicId, status }).toEqual({ publicId, status: 200 });
        expect(body.content === content).toBe(true);
      }
      // Restoring removes burn pastes, which may have been read after the backup.
      expect((await readPaste(other.url, burnId)).status).toBe(404);
      expect(await exportedAudit(restored)).toMatchObject([
        { action: 'backup.started', actor: 'operator', object: 'backup' },
        { action: 'restore.finished', actor: 'operator', object: 'backup' },
        { action: 'audit.exported' },
      ]);
    } finally {
      await other.kill();
    }
    // The service that went on still has the burn paste.
    expect((await readPaste(web.url, burnId)).body.content).toBe('once');
  });

  // lib/operations/backup tests the refusals on both engines.
  it.runIf(engine === 'sqlite')('is never written over a file, and never put back over a database', async () => {
    const bytes = readFileSync(backup);
    const again = await runAdmin(['backup', backup], environment);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('exists and is not overwritten') });
    expect(readFileSync(backup).equals(bytes)).toBe(true);
    // The refused restore has not started.
    expect(await exportedAudit(environment)).toMatchObject([{ action: 'backup.started' }, { action: 'audit.exported' }]);

    await web.stop();
    const contents = await contentsOf(database);
    const over = await runAdmin(['restore', backup], environment);
    expect(over).toMatchObject({ code: 1, stdout: '' });
    expect(over.stderr).toMatch(/the database is not empty/);
    expect((await contentsOf(database)) === contents).toBe(true);
  });
});
