/** Burn pastes for one mailbox, over the API: who may create them, statuses, codes, and where the address is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { sha256 } from '../encoding/sha256';
import { codesOf } from '../mail/code-mails';
import { newToken } from '../testing/credentials';
import { endpointsOf, routes } from './routes';

const at = endpointsByPath(endpointsOf(routes));
const ofOne = (end = '') => at(`/api/v1/pastes/:publicId${end}`);
const CARLA = 'carla@example.org';
const NEW = { content: 'a secret', burnAfterRead: true, recipient: CARLA };
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:9?tls=off', MAIL_FROM: 'paste@example.org' };

const said = ({ status, body }: { status: number; body: unknown }) => [status, (body as { code?: string }).code];

describe('a paste for one mailbox', () => {
  let services: Awaited<ReturnType<typeof openTestServices>>;
  let headers: Record<string, string>;
  beforeAll(async () => {
    services = await openTestServices(MAIL);
    headers = { 'X-Api-Key': await services.keyOf('anna') };
  });
  afterAll(() => services.end());

  const create = (fields: object = {}, by = headers) => send(at('/api/v1/pastes'), { json: { ...NEW, ...fields }, headers: by });

  /** The code that the worker would mail. */
  async function codeFor(claim: string): Promise<string> {
    const [row] = await services.db.read('SELECT paste_id, since FROM waiting_claims WHERE claim_hash = ?', [sha256(claim)]);
    return codesOf(services.keyring, { pasteId: String(row?.paste_id), claimHash: sha256(claim), since: Number(row?.since) })[0] ?? '';
  }

  it('waits for the code, counts wrong ones and opens by the right one', async () => {
    const { body, status } = await create();
    expect([status, JSON.stringify(body).includes('carla')]).toEqual([201, false]);
    const params = { publicId: (body as { publicId: string }).publicId };
    const claim = newToken();
    const asked = await send(ofOne('/claim'), { params, json: { claim } });
    expect([asked.status, asked.body]).toEqual([202, { state: 'waiting', by: 'mail', expiresAt: expect.any(String) }]);
    const code = await codeFor(claim);
    const wrong = code === '000000' ? '111111' : '000000';
    const typed = await send(ofOne('/claim/code'), { params, json: { claim, code: wrong } });
    expect([...said(typed), (typed.body as { triesLeft: number }).triesLeft]).toEqual([403, 'wrong_code', 4]);
    expect(said(await send(ofOne('/claim/code'), { params, json: { claim, code: '12345' } }))).toEqual([400, 'validation']);
    expect(said(await send(ofOne('/claim/code'), { params, json: { claim: newToken(), code } }))).toEqual([404, 'not_waiting']);
    expect(said(await send(ofOne(), { params }))).toEqual([403, 'approval_required']);
    const waiting = await send(ofOne('/waiting'), { params, headers });
    expect(waiting.body).toMatchObject({ waiting: [], approvals: null, recipient: { address: CARLA, claims: [{ state: 'waiting' }] } });
    const opened = await send(ofOne('/claim/code'), { params, json: { claim, code } });
    expect([opened.status, Object.keys(opened.body as object)]).toEqual([200, ['publicId', 'claimedUntil', 'title']]);
    const read = await send(ofOne(), { params, headers: { 'X-Service-Claim': claim } });
    expect(read.body).toMatchObject({ content: 'a secret' });
    const receipt = await send(ofOne('/receipt'), { params, headers });
    for (const seen of [read, receipt]) expect(JSON.stringify(seen.body)).not.toContain('carla');
  });

  it('is in no list; it needs an account, an address and no release by the sender', async () => {
    await create();
    expect(JSON.stringify((await send(at('/api/v1/pastes'), { headers })).body)).not.toContain('carla');
    expect(said(await create({}, {}))).toEqual([401, 'recipient_needs_account']);
    for (const fields of [{ approval: true }, { approvals: 2 }, { burnAfterRead: false }, { recipient: 'carla' }, { recipient: '' }])
      expect(said(await create(fields))).toEqual([400, 'validation']);
  });

  it('an upload takes the recipient in a field or a header, and never in its address', async () => {
    const byHeader = { ...headers, 'X-Service-Recipient': CARLA, Accept: 'application/json' };
    const put = (path: string) => send(at('/'), { method: 'PUT', path, text: 'a secret', headers: byHeader });
    const fields = { content: 'a secret', burn: '1', recipient: CARLA };
    const form = await send(at('/'), { form: fields, headers: { ...headers, Accept: 'application/json' } });
    for (const { status, body } of [await put('/?burn=1'), form]) {
      expect(status).toBe(201);
      const params = { publicId: (body as { publicId: string }).publicId };
      expect((await send(ofOne('/waiting'), { params, headers })).body).toMatchObject({ recipient: { address: CARLA } });
    }
    const inAddress = await put(`/?burn=1&recipient=${CARLA}`);
    expect([...said(inAddress), JSON.stringify(inAddress.body)]).toEqual([
      400,
      'validation',
      expect.stringContaining('X-Service-Recipient'),
    ]);
    expect(JSON.stringify(inAddress.body)).not.toContain('carla');
  });
});

it('a host without mail refuses a recipient by name', async () => {
  const services = await openTestServices();
  const headers = { 'X-Api-Key': await services.keyOf('anna') };
  const refused = await send(at('/api/v1/pastes'), { json: NEW, headers });
  expect([...said(refused), (refused.body as { details: unknown }).details]).toEqual([
    422,
    'recipient_unavailable',
    [{ path: ['recipient'], message: 'this service sends no mail: expected no recipient' }],
  ]);
  await services.end();
});
