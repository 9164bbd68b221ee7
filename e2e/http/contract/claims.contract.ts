/** Tests claims, read tokens and receipts as a client sees them. */
import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { openPaste } from '#lib/envelope/envelope.open';
import { deriveReadToken } from '#lib/envelope/envelope.token';
import type { ReceiptJson } from '#lib/receipts/receipt.schema';
import {
  type Answer,
  CLOCK_STEP_MS,
  type CreatedBody,
  call,
  createPaste,
  type ErrorBody,
  ISO_TIME,
  MISSING_ID,
  type PasteBody,
  told,
} from '../../support/api';
import type { Host } from '../../support/balancer';
import { newClaim, seal } from '../../support/claims';
import type { Started } from '../../support/contract';
import type { TestedHost } from '../../support/hosts';

export function describeClaims({ isReference }: TestedHost, started: Started): void {
  let web: Host;
  let api: string;
  let keys: { anna: string; bert: string };

  beforeAll(async () => {
    keys = await started().newKeys();
    web = started().web;
    api = `${web.url}/api/v1/pastes`;
  });

  const burnable = (fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    createPaste(web.url, { content: 'a secret', burnAfterRead: true, ...fields }, headers);
  const claimIt = (publicId: string, claim: unknown, headers: Record<string, string> = {}) =>
    call<{ claimedUntil: string; title: string } & ErrorBody>(`${api}/${publicId}/claim`, { json: { claim }, headers });
  const acknowledge = (publicId: string, claim: unknown) =>
    call<{ acknowledged: boolean } & ErrorBody>(`${api}/${publicId}/acknowledge`, { json: { claim } });
  const receiptOf = (publicId: string, headers: Record<string, string>) => call<ReceiptJson>(`${api}/${publicId}/receipt`, { headers });
  const read = (publicId: string, headers: Record<string, string> = {}) => call<PasteBody>(`${api}/${publicId}`, { headers });

  it('is claimed, fetched again and again through the API and raw, and acknowledged', async () => {
    const { publicId } = await burnable({ title: 'a title' });
    const claim = newClaim();
    const before = Date.now();
    const claimed = await claimIt(publicId, claim);
    expect(claimed).toMatchObject({ status: 200, body: { publicId, claimedUntil: expect.stringMatching(ISO_TIME), title: 'a title' } });
    const claimedBetween = Date.parse(claimed.body.claimedUntil) - 60_000;
    expect(claimedBetween).toBeGreaterThan(before - CLOCK_STEP_MS);
    expect(claimedBetween).toBeLessThan(Date.now() + CLOCK_STEP_MS);

    const mine = { 'X-Service-Claim': claim };
    for (let times = 0; times < 2; times++) {
      expect((await read(publicId, mine)).body).toMatchObject({ content: 'a secret', title: 'a title', viewCount: 1 });
      // A browser that resumes a broken download may send further headers.
      const raw = await call(`${web.url}/raw/${publicId}`, { headers: { ...mine, Range: 'bytes=0-3', 'Sec-Fetch-Mode': 'cors' } });
      expect(raw).toMatchObject({ status: 200, body: 'a secret' });
    }
    expect((await claimIt(publicId, claim)).body).toEqual(claimed.body);
    expect(await acknowledge(publicId, claim)).toMatchObject({ status: 200, body: { acknowledged: true } });
    for (const answer of [await read(publicId, mine), await acknowledge(publicId, claim), await claimIt(publicId, claim)])
      expect(answer).toMatchObject({ status: 404, body: { error: 'Not Found', code: 'not_found' } });
  });

  it('keeps its title for who claims it: neither its page nor a refused claim has it', async () => {
    const { publicId } = await burnable({ title: 'canary-title' });
    const page = `${web.url}/view/${publicId}`;
    for (const agent of ['Mozilla/5.0', 'Slackbot-LinkExpanding 1.0']) {
      // The document also contains the data for the page's program.
      const answer = await call<string>(page, { headers: { Accept: 'text/html', 'User-Agent': agent } });
      expect([answer.status, answer.body.includes(publicId)]).toEqual([200, true]);
      expect(told(answer)).not.toContain('canary-title');
    }
    expect((await claimIt(publicId, newClaim())).body.title).toBe('canary-title');
    for (const answer of [await claimIt(publicId, newClaim()), await call(page)]) expect(told(answer)).not.toContain('canary-title');
  });

  it('while it is claimed, tells others what they are told of a paste that never was', async () => {
    const { publicId, manageToken } = await burnable({ protect: true });
    await claimIt(publicId, newClaim());
    const manage = { 'X-Service-Manage-Token': String(manageToken) };
    const asks: ((id: string) => Promise<Answer>)[] = [
      (id) => read(id),
      (id) => read(id, { 'X-Service-Claim': newClaim() }),
      (id) => read(id, { 'X-Service-Claim': 'x' }),
      (id) => call(`${web.url}/raw/${id}`),
      (id) => call(`${web.url}/raw/${id}`, { method: 'POST' }),
      (id) => call(`${web.url}/raw/${id}`, { headers: { 'X-Service-Claim': newClaim() } }),
      (id) => call(`${web.url}/raw/${id}`, { method: 'HEAD' }),
      (id) => claimIt(id, newClaim()),
      (id) => acknowledge(id, newClaim()),
      (id) => call(`${api}/${id}`, { method: 'DELETE' }),
      (id) => call(`${api}/${id}/extend`, { json: { ttlSeconds: 60 }, headers: manage }),
      (id) => receiptOf(id, {}),
    ];
    for (const ask of asks) expect(told(await ask(publicId))).toBe(told(await ask(MISSING_ID)));
  });

  it('can be ended by whoever has the manage token', async () => {
    const { publicId, manageToken } = await burnable({ protect: true });
    const claim = newClaim();
    await claimIt(publicId, claim);
    const end = () => call(`${api}/${publicId}`, { method: 'DELETE', headers: { 'X-Service-Manage-Token': String(manageToken) } });
    expect(await end()).toMatchObject({ status: 200, body: { deleted: true } });
    expect((await read(publicId, { 'X-Service-Claim': claim })).status).toBe(404);
    expect((await end()).status).toBe(404);
  });

  it('refuses a claim that is none, and one of what needs none', async () => {
    const { publicId } = await burnable();
    for (const claim of [undefined, '', 'x', 5, 'A'.repeat(42), `${'A'.repeat(42)}B`, 'A'.repeat(44)]) {
      for (const answer of [await claimIt(publicId, claim), await acknowledge(publicId, claim)])
        expect(answer).toMatchObject({
          status: 400,
          body: { error: 'Validation Error', code: 'validation', details: [{ path: ['claim'] }] },
        });
    }
    expect((await claimIt(publicId, undefined)).body.details?.[0]?.message).toBe('Required');
    const plain = await createPaste(web.url, { content: 'x' });
    expect(await claimIt(plain.publicId, newClaim())).toMatchObject({ status: 409, body: { error: 'Conflict', code: 'nothing_to_claim' } });
    for (const id of [MISSING_ID, 'x', '../x']) expect(await claimIt(id, newClaim())).toMatchObject({ status: 404 });
    expect((await read(publicId)).body.content).toBe('a secret');
  });

  // No server sees what a token is made from. Deriving one from a password takes a second, so one host is enough.
  const proofs: [string, string | undefined][] = [['a key alone', undefined]];
  if (isReference) proofs.push(['a key and a password', 'pass word ü']);
  it.each(proofs)('a paste with a proof of %s is claimed and read only with its read token', async (_, password) => {
    const sealed = await seal('a secret', password);
    const other = await seal('a secret', password);
    const header = sealed.envelope.split('.')[0] as string;
    const { publicId } = await burnable({ content: sealed.envelope, isE2ee: true, readProof: sealed.readProof });
    const wrong = [undefined, 'x', sealed.key, sealed.readProof, other.token, await deriveReadToken(header, other.key, password)];
    if (password !== undefined) wrong.push(await deriveReadToken(header, sealed.key, 'another'));
    for (const token of wrong) {
      const headers: Record<string, string> = token === undefined ? {} : { 'X-Service-Read-Token': token };
      for (const answer of [
        await read(publicId, headers),
        await call(`${web.url}/raw/${publicId}`, { headers }),
        await call(`${web.url}/raw/${publicId}`, { method: 'POST', headers }),
        await claimIt(publicId, newClaim(), headers),
      ])
        expect(answer).toMatchObject({
          status: 403,
          body: { error: 'Read Token Required', code: 'read_token_required', protectedHeader: header },
        });
    }
    // Another program would derive the token from the refusal, too.
    const { body } = await call<{ protectedHeader: string }>(`${api}/${publicId}`);
    const token = await deriveReadToken(body.protectedHeader, sealed.key, password);
    const answer = await read(publicId, { 'X-Service-Read-Token': token });
    expect(answer.status).toBe(200);
    expect((await openPaste(answer.body.content, sealed.key, password)).content).toBe('a secret');
    expect((await read(publicId, { 'X-Service-Read-Token': token })).status).toBe(404);
  });

  it('takes a proof only for what burns and is encrypted, and names the field', async () => {
    const { readProof } = await seal('a secret');
    for (const fields of [
      { readProof, burnAfterRead: true },
      { readProof, isE2ee: true },
      { readProof },
      { readProof: 'x', burnAfterRead: true, isE2ee: true },
      { readProof: `${readProof}=`, burnAfterRead: true, isE2ee: true },
      { readProof: 5, burnAfterRead: true, isE2ee: true },
    ]) {
      const answer = await call<ErrorBody>(api, { json: { content: 'x', ...fields } });
      expect(answer).toMatchObject({
        status: 400,
        body: { error: 'Validation Error', code: 'validation', details: [{ path: ['readProof'] }] },
      });
    }
    expect((await call<CreatedBody>(api, { json: { content: 'x', readProof: null } })).status).toBe(201);
  });

  it('has a receipt for who made it, before and after, and none for others', async () => {
    const sealed = await seal('a secret');
    const fields = { protect: true, content: sealed.envelope, isE2ee: true, readProof: sealed.readProof };
    const { publicId, manageToken } = await burnable(fields, { 'X-Api-Key': keys.anna });
    const ways = [
      { 'X-Api-Key': keys.anna },
      { 'X-Service-Manage-Token': String(manageToken) },
      { 'X-Service-Read-Token': sealed.token },
    ] as Record<string, string>[];
    const strangers = [{}, { 'X-Api-Key': keys.bert }, { 'X-Service-Manage-Token': 'x' }, { 'X-Service-Read-Token': newClaim() }];
    const expectTold = async (state: string) => {
      for (const headers of ways) {
        const { status, body } = await receiptOf(publicId, headers);
        expect({ status, body }).toEqual({
          status: 200,
          body: { publicId, state, createdAt: expect.stringMatching(ISO_TIME), at: expect.stringMatching(ISO_TIME) },
        });
      }
      for (const headers of strangers as Record<string, string>[])
        expect(told(await receiptOf(publicId, headers))).toBe(told(await receiptOf(MISSING_ID, headers)));
    };
    await expectTold('created');
    await claimIt(publicId, newClaim(), { 'X-Service-Read-Token': sealed.token });
    await expectTold('opened');
  });

  it('a method that a route lacks gets 405, and pages of other origins may claim', async () => {
    const { publicId } = await burnable();
    for (const [path, allow] of [
      ['claim', 'POST, OPTIONS'],
      ['acknowledge', 'POST, OPTIONS'],
      ['receipt', 'GET, OPTIONS'],
    ]) {
      const answer = await call(`${api}/${publicId}/${path}`, { method: 'PUT' });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
      expect((await call(`${api}/${publicId}/${path}`, { method: 'HEAD' })).status).toBe(405);
      const preflight = await call(`${api}/${publicId}/${path}`, { method: 'OPTIONS' });
      expect(preflight.headers.get('access-control-allow-headers')).toContain('X-Service-Read-Token, X-Service-Claim');
    }
    expect((await read(publicId)).body.content).toBe('a secret');
  });

  it('never shows a claim, a token or a proof in an answer', async () => {
    const sealed = await seal('a secret');
    const { publicId } = await burnable({ content: sealed.envelope, isE2ee: true, readProof: sealed.readProof });
    const claim = newClaim();
    const headers = { 'X-Service-Read-Token': sealed.token };
    const answers = [
      await read(publicId),
      await receiptOf(publicId, headers),
      await claimIt(publicId, claim, headers),
      await read(publicId, { 'X-Service-Claim': claim }),
      await acknowledge(publicId, claim),
    ];
    const secrets = [sealed.token, sealed.readProof, claim, createHash('sha256').update(claim).digest('base64url')];
    for (const answer of answers) for (const secret of secrets) expect(told(answer)).not.toContain(secret);
  });
}
