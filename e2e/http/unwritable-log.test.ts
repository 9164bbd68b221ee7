/** Tests that a log that nobody can write or read costs lines and nothing else. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { platform } from 'node:os';
import { expect, it, vi } from 'vitest';
import { freePort } from '#lib/testing/free-port';
import { createTestDatabase } from '#lib/testing/test-database';
import { call } from '../support/api';
import { testEnvironment } from '../support/processes';

const METRICS_TOKEN = 'a-token-of-this-test';
/** Requests whose log lines, of 280 bytes each, are more than wait. */
const REQUESTS = 8_000;

it.runIf(platform() === 'linux').each(['a full disk', 'a pipe that nobody reads'])(
  'web serves, counts lost lines and ends on SIGTERM with its log on %s',
  async (place) => {
    const database = await createTestDatabase('sqlite');
    const PORT = String(await freePort());
    const full = openSync('/dev/full', 'w');
    const web = spawn(process.execPath, ['dist/web.js'], {
      env: { NODE_ENV: 'production', PATH: process.env.PATH, ...testEnvironment(database, { PORT, METRICS_TOKEN }) },
      stdio: ['ignore', place === 'a full disk' ? full : 'pipe', 'inherit'],
    });
    try {
      const url = `http://127.0.0.1:${PORT}`;
      await vi.waitFor(() => call(`${url}/readyz`), 30_000);
      const path = `/api/v1/pastes/${'x'.repeat(24)}`;
      for (let sent = 0; sent < REQUESTS; sent += 100) await Promise.all(Array.from({ length: 100 }, () => call(`${url}${path}`)));
      const { body } = await call<string>(`${url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
      expect(Number(/^sealpaste_log_lines_lost_total (\d+)/m.exec(body)?.[1])).toBeGreaterThan(0);
      expect((await call(`${url}/readyz`)).status).toBe(200);
      web.kill('SIGTERM');
      expect(await once(web, 'exit')).toEqual([0, null]);
    } finally {
      web.kill('SIGKILL');
      closeSync(full);
      await database.drop();
    }
  },
);
