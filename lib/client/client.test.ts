/** The client of the endpoints gives an API key only to a service that wants one. */
import { expect, it } from 'vitest';
import { type ApiRequest, createClient } from './client';
import { acknowledgePaste, readContent } from './operations.generated';

const ID = 'yTFk30gcJuVvqs9M2GbEeXnA';

/** @param statuses of the responses, in order */
function clientWith(key: string | null, ...statuses: number[]) {
  const keys: (string | undefined)[] = [];
  const send = async ({ headers, body }: ApiRequest) => {
    keys.push(headers['X-Api-Key']);
    const status = statuses[keys.length - 1] ?? 500;
    return { status, headers: { get: () => null }, text: async () => '{"acknowledged": true}', body };
  };
  return { keys, client: createClient(send, () => key) };
}

it('a service that responds to anybody never learns the key', async () => {
  const { keys, client } = clientWith('sp_1', 200, 404);
  await client.open(readContent, { params: { publicId: ID } });
  await expect(client.open(readContent, { params: { publicId: ID } })).rejects.toMatchObject({ problem: { status: 404 } });
  expect(keys).toEqual([undefined, undefined]);
});

it('a service that wants an account gets the key with the same request again', async () => {
  const { keys, client } = clientWith('sp_1', 401, 200);
  await client.call(acknowledgePaste, { params: { publicId: ID }, body: { claim: 'c' } });
  expect(keys).toEqual([undefined, 'sp_1']);
});

it('a refused key is not sent again, and without a key nothing is', async () => {
  const given = clientWith('sp_1', 401, 401, 401);
  const reading = (headers = {}) => given.client.open(readContent, { params: { publicId: ID }, headers });
  await expect(reading()).rejects.toMatchObject({ problem: { status: 401 } });
  await expect(reading({ 'X-Api-Key': 'sp_2' })).rejects.toMatchObject({ problem: { status: 401 } });
  expect(given.keys).toEqual([undefined, 'sp_1', 'sp_2']);
  const none = clientWith(null, 401);
  await expect(none.client.open(readContent, { params: { publicId: ID } })).rejects.toMatchObject({ problem: { status: 401 } });
  expect(none.keys).toHaveLength(1);
});
