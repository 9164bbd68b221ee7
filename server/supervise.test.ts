import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestDatabase } from '#lib/db/testing/test-database';
import { createPaste } from './testing/api';
import { run, testEnvironment } from './testing/processes';

it('one signal to `npm start` lets web and worker finish: exit code 0, and the database is one whole file', async () => {
  const database = await createTestDatabase('sqlite');
  const both = run(['server/start.mjs'], testEnvironment(database));
  try {
    await both.waitFor('worker is running');
    await both.waitFor('web is listening');
    const port = /"port":(\d+)/.exec(both.output())?.[1];
    await createPaste(`http://127.0.0.1:${port}`, { content: 'x'.repeat(100_000) });
    expect(await both.stop()).toBe(0);
    const folder = String(database.folder);
    expect(existsSync(join(folder, 'database.db'))).toBe(true);
    expect(readdirSync(folder)).toEqual(['database.db']);
  } finally {
    await both.kill();
    await database.drop();
  }
});
