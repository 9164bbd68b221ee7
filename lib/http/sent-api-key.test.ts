/** Which key a request shows, in whichever header its tool can send. */
import { expect, it } from 'vitest';
import { apiKeyIn, apiKeyOrPasswordIn } from './sent-api-key';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

it.each<[Record<string, string>, string | null, string | null]>([
  [{}, null, null],
  [{ 'X-Api-Key': 'k' }, 'k', 'k'],
  [{ 'X-Api-Key': '' }, '', ''],
  [{ Authorization: 'Bearer k' }, 'k', 'k'],
  [{ Authorization: 'bearer   k ' }, 'k', 'k'],
  [{ Authorization: 'Bearer' }, '', ''],
  [{ Authorization: 'Bearer k', 'X-Api-Key': 'first' }, 'first', 'first'],
  [{ Authorization: basic(':k') }, null, 'k'],
  [{ Authorization: basic('anna:sp_k:with:colons') }, null, 'sp_k:with:colons'],
  [{ Authorization: basic('anna:the password of a proxy') }, null, null],
  [{ Authorization: basic('k') }, null, 'k'],
  [{ Authorization: 'Basic' }, null, ''],
  [{ Authorization: 'Digest username="anna"' }, null, null],
])('%j shows %j, and %j where a password will do', (headers, key, keyOrPassword) => {
  expect(apiKeyIn(new Headers(headers))).toBe(key);
  expect(apiKeyOrPasswordIn(new Headers(headers))).toBe(keyOrPassword);
});
