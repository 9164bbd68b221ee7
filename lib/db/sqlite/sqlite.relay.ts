/**
 * Connects several processes to one writer thread.
 *
 * Guarantees: writes that arrive from all processes during a commit are committed together, in their order of arrival; each
 * reply goes to the process that asked. A process that ends leaves no transaction open that would hold up the others.
 */
import type { PrismaCall, WriterReply, WriterRequest } from './sqlite.protocol';

interface Client {
  send(replies: WriterReply[]): void;
  transactions: Set<number>;
  isGone: boolean;
}

interface Asked {
  client: Client;
  request: WriterRequest;
  /** The id that the process gave the request. */
  id: number;
}

/** @param postToThread sends requests to the writer thread @param listen registers the function that gets its replies */
export function createRelay(
  postToThread: (requests: WriterRequest[]) => void,
  listen: (take: (replies: readonly WriterReply[]) => void) => void,
) {
  const asked = new Map<number, Asked>();
  let lastId = 0;

  function post(client: Client, requests: readonly WriterRequest[]): void {
    postToThread(
      requests.map((request) => {
        lastId += 1;
        asked.set(lastId, { client, request, id: request.id });
        request.id = lastId;
        return request;
      }),
    );
  }

  function rollBack(client: Client): void {
    const calls = [...client.transactions].map((transaction): PrismaCall => ({ method: 'rollback', transaction }));
    client.transactions.clear();
    if (calls.length === 0) return;
    post(
      client,
      calls.map((call) => ({ kind: 'prisma', id: 0, call })),
    );
  }

  function noteTransaction({ client, request }: Asked, reply: WriterReply): void {
    if (request.kind !== 'prisma') return;
    const { call } = request;
    if (call.method === 'startTransaction' && reply.ok) client.transactions.add(reply.value as number);
    else if (call.method === 'commit' || call.method === 'rollback') client.transactions.delete(call.transaction);
  }

  listen((replies) => {
    const byClient = new Map<Client, WriterReply[]>();
    for (const reply of replies) {
      const waiting = asked.get(reply.id);
      if (!waiting) continue;
      asked.delete(reply.id);
      noteTransaction(waiting, reply);
      const { client, id } = waiting;
      const own = byClient.get(client);
      reply.id = id;
      if (own) own.push(reply);
      else byClient.set(client, [reply]);
    }
    for (const [client, own] of byClient) {
      if (client.isGone) rollBack(client);
      else client.send(own);
    }
  });

  return {
    /** @param send sends replies to the process @returns what takes the process's requests and learns of its end */
    connect(send: Client['send']) {
      const client: Client = { send, transactions: new Set(), isGone: false };
      return {
        receive: (requests: readonly WriterRequest[]): void => post(client, requests),
        /** Call it when the process has ended: its replies are dropped and its transaction is rolled back. */
        end(): void {
          client.isGone = true;
          rollBack(client);
        },
      };
    },
  };
}
