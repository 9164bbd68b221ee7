/** Tests what a copy of the database gives somebody who can reach the service but has no master key. */
import { createHash, randomBytes } from 'node:crypto';
import pLimit from 'p-limit';
import { beforeAll, describe, expect, it } from 'vitest';
import { TABLES } from '#lib/db/tables';
import { createRequestKeys } from '#lib/envelope/answer-keys';
import { sealAnswer } from '#lib/envelope/answer-seal';
import { engines } from '#lib/testing/test-database';
import { messageUpdate } from '#lib/testing/updates';
import { createKeys } from '../support/accounts';
import { call, createPaste, createWebhook } from '../support/api';
import { withService } from '../support/service';
import { dumpOf, filesOf, holds, walPosition, walSince } from '../support/stored-bytes';

const BOT_SECRET = 'a-secret-of-the-platform';
const CONTENT = 'canary of a content';
const HOOK = 'https://canary-of-a-hook.example/';
const CHAT = 'canary of a chat';
/** A language, which the database stores in clear. */
const SYNTAX = 'canary-of-a-language';
/** The form of an id. */
const ID_CHARACTERS = /^[\w-]{1,64}$/;

async function atOnce(values: readonly string[], act: (value: string) => Promise<void>): Promise<void> {
  const limit = pLimit(20);
  await Promise.all(values.map((value) => limit(() => act(value))));
}

describe.each(engines)('a stolen copy of a database on %s', (engine) => {
  const service = withService({ engine, variables: { MESSENGER_WEBHOOK_SECRET: BOT_SECRET } });
  let walBefore: string | null;
  /** Ids of all pastes; the other lists have the other values that give access to something. */
  const publicIds: string[] = [];
  const requestIds: string[] = [];
  const secrets: string[] = [];
  /** Every value of every table, in each form in which a request could show it. */
  let stolen: string[];

  beforeAll(async () => {
    walBefore = await walPosition(service.database);
    const keys = await createKeys(service.database, 'bert');
    await createWebhook(service.url, service.owner, { url: HOOK });
    const { token } = (await call<{ token: string }>(`${service.url}/api/v1/messenger/tokens`, { method: 'POST', headers: service.owner }))
      .body;
    await call(`${service.url}/api/v1/messenger/webhook`, {
      json: messageUpdate(`/link ${token}`, 77, { first_name: CHAT }),
      headers: { 'X-Messenger-Bot-Api-Secret-Token': BOT_SECRET },
    });
    const readToken = randomBytes(32).toString('base64url');
    const readProof = createHash('sha256').update(Buffer.from(readToken, 'base64url')).digest('base64url');
    for (const fields of [{}, { burnAfterRead: true }, { protect: true }, { burnAfterRead: true, protect: true, readProof, isE2ee: true }])
      for (const headers of [{}, service.owner]) {
        const paste = await createPaste(service.url, { content: CONTENT, title: CONTENT, syntax: SYNTAX, ...fields }, headers);
        publicIds.push(paste.publicId);
        if (paste.manageToken !== undefined) secrets.push(paste.manageToken);
      }
    const burned = await createPaste(service.url, { content: CONTENT, title: CONTENT, burnAfterRead: true, protect: true }, service.owner);
    await call(`${service.url}/api/v1/pastes/${burned.publicId}`);
    publicIds.push(burned.publicId);
    for (const headers of [{}, service.owner]) {
      const { publicKey } = await createRequestKeys();
      const fields = { publicKey, label: CONTENT, ttlSeconds: 3_600 };
      const asked = await call<{ requestId: string; manageToken?: string }>(`${service.url}/api/v1/requests`, { json: fields, headers });
      const { requestId, manageToken = '' } = asked.body;
      const json = { content: await sealAnswer({ content: CONTENT }, publicKey) };
      const given = await call<{ receiptToken: string }>(`${service.url}/api/v1/requests/${requestId}/answers`, { json });
      requestIds.push(requestId);
      secrets.push(requestId, publicKey.x, given.body.receiptToken, ...(manageToken === '' ? [] : [manageToken]));
    }
    secrets.push(readToken, service.owner['X-Api-Key'], keys.bert, token, HOOK, CHAT, CONTENT);
    stolen = await everyValue();
  });

  async function everyValue(): Promise<string[]> {
    const values = new Set<string>();
    for (const { name } of TABLES)
      for (const row of await service.db.read(`SELECT * FROM ${name}`))
        for (const value of Object.values(row)) {
          if (value === null || typeof value === 'boolean') continue;
          if (!(value instanceof Uint8Array)) values.add(String(value));
          else for (const encoding of ['latin1', 'hex', 'base64', 'base64url'] as const) values.add(Buffer.from(value).toString(encoding));
        }
    return [...values];
  }

  it('names no paste, address, chat or key, and holds nothing that opens one', () => {
    const all = stolen.join('\n');
    expect(stolen.length).toBeGreaterThan(100);
    for (const hidden of [...publicIds, ...secrets]) expect(all).not.toContain(hidden);
  });

  it('the files of a running database, write-ahead log included, show no id or secret', async () => {
    const files = service.database.folder
      ? await filesOf(service.database.folder)
      : [...(await dumpOf(service.database)), ...(await walSince(service.database, String(walBefore)))];
    // The search works: it finds the text that is stored in clear.
    expect(holds(files, SYNTAX)).toBe(true);
    expect([...publicIds, ...secrets].filter((hidden) => holds(files, hidden))).toEqual([]);
  });

  // Both engines store the same values, and every way to a paste asks by the same statements.
  const isReference = engine === engines[0];

  it.runIf(isReference)('opens no paste: no value of it is an id, a claim or a token', async () => {
    const ids = stolen.filter((value) => ID_CHARACTERS.test(value));
    expect(ids.length).toBeGreaterThan(50);
    const opened: string[] = [];
    await atOnce(ids, async (id) => {
      for (const path of ['/api/v1/pastes/', '/raw/', '/api/v1/requests/', '/view/']) {
        const { status, body } = await call(`${service.url}${path}${id}`);
        if (JSON.stringify(body).includes(CONTENT) || status === 200) opened.push(`${path}${id}`);
      }
    });
    expect(opened).toEqual([]);
  });

  it.runIf(isReference)('gives no right over a paste whose id is known', async () => {
    const [, , , , protectedId = '', , proven = ''] = publicIds;
    const tokens = stolen.filter((value) => /^[\x21-\x7e]+$/.test(value) && value.length < 2_000);
    expect(tokens.length).toBeGreaterThan(50);
    const granted: string[] = [];
    await atOnce(tokens, async (token) => {
      // These run one after the other: all seven for twenty tokens would come near an address's limit of connections.
      const attempts = [
        () => call(`${service.url}/api/v1/pastes/${protectedId}`, { method: 'DELETE', headers: { 'X-Service-Manage-Token': token } }),
        () => call(`${service.url}/api/v1/pastes/${proven}`, { headers: { 'X-Service-Read-Token': token } }),
        () => call(`${service.url}/api/v1/pastes/${proven}`, { headers: { 'X-Service-Claim': token } }),
        () => call(`${service.url}/api/v1/requests/${requestIds[0]}/answers`, { headers: { 'X-Service-Manage-Token': token } }),
        () => call(`${service.url}/api/v1/requests/${requestIds[0]}/receipt`, { headers: { 'X-Service-Receipt-Token': token } }),
        () => call(`${service.url}/api/v1/pastes`, { headers: { 'X-Api-Key': token } }),
        () => call(`${service.url}/api/v1/pastes`, { headers: { Cookie: `sealpaste-session=${token}` } }),
      ];
      for (const attempt of attempts) if ((await attempt()).status < 400) granted.push(token);
    });
    expect(granted).toEqual([]);
  });
});
