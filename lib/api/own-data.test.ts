import { expect, it } from 'vitest';
import type { SignedIn } from '../accounts/principal';
import { NotFoundError } from '../http/errors';
import { ownData } from './own-data';

const none = { listOwnKeys: async () => [], list: async () => [] };
const config = { BASE_URL: 'https://paste.example' };

/** The kinds of the lines of an export, of somebody with so many requests and pastes. */
async function exported(requests: number, pastes: number): Promise<string[]> {
  const listOf =
    <Item>(count: number, item: Item) =>
    async (_: unknown, limit: number, offset: number) =>
      Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, () => item);
  const request = { requestId: 'id', createdAt: 0, expiresAt: 0, keepUntil: 0, maxAnswers: 1, answersLeft: 1 };
  const services = {
    ...{ accounts: none, webhooks: none, messenger: none, config },
    secretRequests: { list: listOf(requests, request) },
    pastes: { list: listOf(pastes, { publicId: 'id' }), copyOwned: async () => ({ paste, content: null }) },
  };
  const paste = { publicId: 'id', createdAt: 0, expiresAt: null, maxReads: null };
  const lines: string[] = [];
  for await (const line of ownData(services as never, { userName: 'anna' } as SignedIn, null))
    lines.push(Buffer.from(line).toString('utf8'));
  return lines.map((line) => Object.keys(JSON.parse(line))[0] ?? '');
}

it.each([0, 1, 99, 100, 101, 250])('an export has all of %i requests and pastes', async (count) => {
  const kinds = await exported(count, count);
  const countOf = (kind: string) => kinds.filter((each) => each === kind).length;
  expect([countOf('account'), countOf('request'), countOf('paste')]).toEqual([1, count, count]);
});

it('an export leaves a paste out that is gone meanwhile, and has all others', async () => {
  let asked = 0;
  const copyOwned = async () => {
    asked += 1;
    if (asked === 1) throw new NotFoundError();
    return { paste: { publicId: `${asked}`, createdAt: 0, expiresAt: null, maxReads: null }, content: null };
  };
  const list = async (_: unknown, _limit: number, offset: number) => (offset === 0 ? [{ publicId: 'a' }, { publicId: 'b' }] : []);
  const services = { accounts: none, webhooks: none, messenger: none, config, secretRequests: none, pastes: { list, copyOwned } };
  const lines: string[] = [];
  for await (const line of ownData(services as never, { userName: 'anna' } as SignedIn, null))
    lines.push(Buffer.from(line).toString('utf8'));
  expect(lines).toHaveLength(2);
});
