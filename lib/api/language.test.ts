import { afterAll, beforeAll, expect, it } from 'vitest';
import { BASE_URL, endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { endpoints } from './routes';

const choose = endpointsByPath(endpoints)('/language');
const OWN_PAGE = { Origin: BASE_URL, 'Sec-Fetch-Site': 'same-origin', Accept: 'text/html' };

let services: Awaited<ReturnType<typeof openTestServices>>;
beforeAll(async () => {
  services = await openTestServices({ LANGUAGES: 'en,de' });
});
afterAll(() => services?.end());

const ask = (form: Record<string, string>, headers: Record<string, string> = OWN_PAGE) => send(choose, { form, headers });

it('a chosen language is remembered for a year, and the page is shown again', async () => {
  const { status, headers } = await ask({ language: 'de', to: '/docs/how?x=1' });
  expect([status, headers.get('location')]).toEqual([303, '/docs/how?x=1']);
  expect(headers.get('set-cookie')).toMatch(/^language=de; Path=\/; Max-Age=31536000; SameSite=Lax/);
});

it.each(['', 'ja', 'en-XA', 'de; Path=/x'])('“%s” forgets the choice', async (language) => {
  const { status, headers } = await ask({ language });
  expect([status, headers.get('location')]).toEqual([303, '/']);
  expect(headers.get('set-cookie')).toMatch(/^language=; Path=\/; Max-Age=0;/);
});

it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'the form does not lead to %s',
  async (to) => {
    expect((await ask({ language: 'de', to })).headers.get('location')).toBe('/');
  },
);

it('another site chooses nothing', async () => {
  const { status, headers } = await ask(
    { language: 'de' },
    { ...OWN_PAGE, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
  );
  expect([status, headers.get('set-cookie')]).toEqual([403, null]);
});
