import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { expect, it, vi } from 'vitest';
import { createTestDatabase } from '#lib/testing/test-database';
import type { CreatedBody } from '../support/api';
import { run, testEnvironment } from '../support/processes';

it.each(['SIGTERM', 'SIGHUP'] as const)('%s to what npm starts, a shell, reaches web and worker: nothing runs on', async (signal) => {
  const database = await createTestDatabase('sqlite');
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const both = run(['-c', String(scripts.start)], testEnvironment(database), { program: '/bin/sh' });
  try {
    await both.waitFor('worker is running');
    await both.waitFor('web is listening');
    both.child.kill(signal);
    await vi.waitFor(() => expect(both.child.exitCode).toBe(0));
    // The output of a process may arrive after its end.
    await both.waitFor('web is stopping');
    expect(readdirSync(String(database.folder))).toEqual(['database.db']);
  } finally {
    await both.kill();
    await database.drop();
  }
});

it('a half that is killed is named, and the other half stops', async () => {
  const database = await createTestDatabase('sqlite');
  const both = run(['scripts/start.mjs'], testEnvironment(database));
  try {
    await Promise.all([both.waitFor('worker is running'), both.waitFor('web is listening')]);
    process.kill(Number(/"name":"worker","pid":(\d+)/.exec(both.output())?.[1]), 'SIGKILL');
    await both.waitFor('worker was killed (SIGKILL): stopping web.');
    await vi.waitFor(() => expect(both.child.exitCode).toBe(1));
  } finally {
    await both.kill();
    await database.drop();
  }
});

it('Ctrl+C on `npm run start:web`, which arrives twice, cuts off no upload', async () => {
  const database = await createTestDatabase('sqlite');
  const web = run(['run', '--silent', 'start:web'], testEnvironment(database), { program: 'npm', detached: true });
  try {
    await web.waitFor('web is listening');
    const url = `http://127.0.0.1:${/"port":(\d+)/.exec(web.output())?.[1]}/api/v1/pastes`;
    const upload = request(url, { method: 'POST', headers: { 'Content-Type': 'application/json', Expect: '100-continue' } });
    upload.flushHeaders();
    // From now on the server has the request.
    await once(upload, 'continue');
    const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
    upload.write('{"content":"the beginning, ');
    // A terminal sends the signal to everything it has started.
    process.kill(-Number(web.child.pid), 'SIGINT');
    await web.waitFor('web is stopping');
    upload.end('and the end"}');
    const [response] = await answered;
    expect(response.statusCode).toBe(201);
    const { publicId } = JSON.parse((await response.toArray()).join('')) as CreatedBody;
    expect(publicId).toHaveLength(24);
    await vi.waitFor(() => expect(web.child.exitCode).toBe(0));
  } finally {
    if (web.child.exitCode === null) process.kill(-Number(web.child.pid), 'SIGKILL');
    await database.drop();
  }
});
