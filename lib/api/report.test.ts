/** The form with which a reader reports a paste. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { BASE_URL, endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { endpoints } from './routes';

const PUBLIC_ID = 'yTFk30gcJuVvqs9M2GbEeXnA';
const report = endpointsByPath(endpoints)('/account/actions/report');
const OWN_PAGE = { Origin: BASE_URL, 'Sec-Fetch-Site': 'same-origin', Accept: 'text/html' };
const FORM = { publicId: PUBLIC_ID, reason: 'spam', text: '', contact: '' };

let services: Awaited<ReturnType<typeof openTestServices>>;
beforeAll(async () => {
  services = await openTestServices({ RATE_LIMIT_ANONYMOUS: '100' });
});
beforeEach(() => services.db.write([{ sql: 'DELETE FROM reports', params: [] }]));
afterAll(() => services.end());

const sendForm = (fields: Record<string, string> = {}, clientAddress = '192.0.2.1', headers: Record<string, string> = OWN_PAGE) =>
  send(report, { form: { ...FORM, ...fields }, headers, clientAddress });
const stored = async () => (await services.reports.listPage(true, 10, '')).reports;

it('a report is stored, and its page says so', async () => {
  const { status, headers } = await sendForm({ text: 'look at line 3' });
  expect([status, headers.get('location')]).toEqual([303, `/report/${PUBLIC_ID}?sent`]);
  expect(await stored()).toMatchObject([{ publicId: PUBLIC_ID, reason: 'spam', text: 'look at line 3', link: '' }]);
});

it('a report about no paste is refused by a page', async () => {
  expect((await sendForm({ reason: '' })).status).toBe(400);
  const page = await sendForm({ publicId: '1' });
  expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
  expect(await stored()).toEqual([]);
});

it('an address sends three reports an hour; the fourth is refused by a page', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 200; count++) statuses.push((await sendForm({}, '192.0.2.2')).status);
  expect(statuses.filter((status) => status === 303)).toHaveLength(3);
  expect(new Set(statuses.slice(3))).toEqual(new Set([429]));
  expect(await stored()).toHaveLength(3);
  expect((await sendForm({}, '192.0.2.3')).status).toBe(303);
});

it('another site can not send a report for its visitors', async () => {
  expect((await sendForm({}, '192.0.2.4', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  expect(await stored()).toEqual([]);
});

it('what was written is in no log', async () => {
  await sendForm({ text: 'canary', contact: 'canary', link: 'canary' }, '192.0.2.5');
  expect(JSON.stringify(services.lines)).not.toContain('canary');
});
