/** Which expiry a paste gets that names none, by every way to make one. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { endpointsOf, routes } from './routes';

const at = endpointsByPath(endpointsOf(routes));
const HOUR_SECONDS = 3_600;

let services: Awaited<ReturnType<typeof openTestServices>>;
beforeAll(async () => {
  services = await openTestServices({ EXPIRY_OPTIONS: '10m,1h*,1d' });
});
afterAll(() => services.end());

/** @returns seconds; null: for ever */
async function lifeOf(publicId: string): Promise<number | null> {
  const { body } = await send(at('/api/v1/pastes/:publicId'), { params: { publicId } });
  const { createdAt, expiresAt } = body as { createdAt: string; expiresAt: string | null };
  return expiresAt === null ? null : (Date.parse(expiresAt) - Date.parse(createdAt)) / 1000;
}

const idIn = (text: string): string => /[0-9A-Za-z]{24}/.exec(text)?.[0] ?? '';
const create = async (fields: object) => idIn((await send(at('/api/v1/pastes'), { json: { content: 'text', ...fields } })).text);

it('uploads, haste documents and pastes with the default get the operator’s expiry', async () => {
  const made = [
    await send(at('/'), { method: 'PUT', text: 'text' }),
    await send(at('/:name'), { method: 'PUT', text: 'text', params: { name: 'notes.md' } }),
    await send(at('/documents'), { text: 'text' }),
  ].map(({ text }) => idIn(text));
  for (const id of [...made, await create({ ttlSeconds: 'default' })]) expect(await lifeOf(id)).toBe(HOUR_SECONDS);
});

it('any other time is taken, and without a word the JSON API keeps a paste for ever', async () => {
  expect(await lifeOf(await create({ ttlSeconds: 604_800 }))).toBe(604_800);
  expect(await lifeOf(await create({}))).toBeNull();
  expect(await lifeOf(await create({ ttlSeconds: null }))).toBeNull();
});

it.each([
  ['Default', 'expected a whole number of seconds'],
  ['3600', 'expected a whole number of seconds'],
  [0, 'expected at least 1 second'],
  [31_536_001, 'expected at most 31536000 seconds (1 year)'],
  [1.5, 'expected a whole number of seconds'],
])('ttlSeconds of %j is refused', async (ttlSeconds, message) => {
  const { status, body } = await send(at('/api/v1/pastes'), { json: { content: 'text', ttlSeconds } });
  expect([status, body]).toEqual([400, { error: 'Validation Error', code: 'validation', details: [{ path: ['ttlSeconds'], message }] }]);
});

it.each([
  ['reads=1', [['reads', 'expected 2 to 1000 reads']]],
  ['reads=2000', [['reads', 'expected 2 to 1000 reads']]],
  ['reads=3&burn=1', ['burn', 'reads'].map((name) => [name, 'expected either burn or reads'])],
])('an upload with ?%s is refused under the names that uploads have', async (query, problems) => {
  const headers = { Accept: 'application/json' };
  const { status, body } = await send(at('/'), { method: 'PUT', text: 'text', path: `/?${query}`, headers });
  expect([status, body]).toMatchObject([400, { details: problems.map(([name, message]) => ({ path: [name], message })) }]);
});

it('the manual says which one it is', async () => {
  expect((await send(at('/help.txt'))).text).toContain('how long it lives (1 hour)');
});
