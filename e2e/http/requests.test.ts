/** Tests how many answers a request accepts through two web processes on one database, whatever happens meanwhile. */
import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PublicJwk } from '#lib/envelope/answer-keys';
import { sealAnswer } from '#lib/envelope/answer-seal';
import { engines } from '#lib/testing/test-database';
import { call, createWebhook } from '../support/api';
import { rounds } from '../support/rounds';
import { withService } from '../support/service';

const SENDERS = 100;
const MAX_ANSWERS = 3;

describe.each(engines)('requests on %s', (engine) => {
  const service = withService({ engine, webs: 2 });
  let publicKey: PublicJwk;
  let content: string;

  beforeAll(async () => {
    // The webhook makes each answer record an event.
    await createWebhook(service.url, service.owner);
    const { x, y } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }) as { x: string; y: string };
    publicKey = { kty: 'EC', crv: 'P-256', x, y };
    content = await sealAnswer({ content: 'a secret' }, publicKey);
  });
  const requestsOf = (index: number) => `${service.urlOf(index)}/api/v1/requests`;

  async function ask(index: number, maxAnswers: number, headers: Record<string, string> = {}) {
    const { body } = await call<{ requestId: string; manageToken?: string }>(requestsOf(index), {
      json: { publicKey, ttlSeconds: 3_600, maxAnswers },
      headers,
    });
    const { requestId, manageToken } = body;
    return { requestId, credentials: manageToken === undefined ? headers : { 'X-Service-Manage-Token': manageToken } };
  }
  const answer = async (index: number, requestId: string) =>
    (await call(`${requestsOf(index)}/${requestId}/answers`, { json: { content } })).status;
  async function received(index: number, requestId: string, headers: Record<string, string>) {
    const { body } = await call<{ answers: { publicId: string; state: string }[] }>(`${requestsOf(index)}/${requestId}/answers`, {
      headers,
    });
    return body.answers;
  }
  const countOf = (statuses: number[]) =>
    Object.fromEntries([...new Set(statuses)].map((status) => [status, statuses.filter((each) => each === status).length]));

  it(`of ${SENDERS} simultaneous answers exactly ${MAX_ANSWERS} are accepted`, async () => {
    for (let round = 0; round < rounds(1); round++) {
      const { requestId, credentials } = await ask(round, MAX_ANSWERS, round % 2 === 0 ? service.owner : {});
      const statuses = await Promise.all(Array.from({ length: SENDERS }, (_, index) => answer(index, requestId)));
      expect(countOf(statuses)).toEqual({ 201: MAX_ANSWERS, 409: SENDERS - MAX_ANSWERS });
      expect((await received(round, requestId, credentials)).map(({ state }) => state)).toEqual(Array(MAX_ANSWERS).fill('created'));
    }
  });

  it('an answer that meets the end of its request is stored or not, without an error', async () => {
    const outcomes = new Set<number>();
    for (let round = 0; round < rounds(12); round++) {
      const { requestId, credentials } = await ask(round, 50, service.owner);
      const send = (index: number) => answer(index, requestId);
      const end = async () => {
        const path = `${requestsOf(round)}/${requestId}?answers=delete`;
        return (await call(path, { method: 'DELETE', headers: credentials })).status;
      };
      const expire = async () => {
        await service.db.write([
          { sql: `UPDATE secret_requests SET expires_at = ${service.db.dialect.now} WHERE answer_count < max_answers`, params: [] },
        ]);
        return 200;
      };
      // Each round starts with another contender.
      const runners = [() => send(0), () => send(1), round % 2 === 0 ? end : expire, () => send(0), () => send(1)];
      const start = round % runners.length;
      const statuses = await Promise.all([...runners.slice(start), ...runners.slice(0, start)].map((run) => run()));
      for (const status of statuses) outcomes.add(status);
      const stored = statuses.filter((status) => status === 201).length;
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect((await received(round, requestId, credentials)).map(({ state }) => state)).toHaveLength(stored);
      expect(await send(round)).toBe(404);
    }
    expect([...outcomes].filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
  });
});
