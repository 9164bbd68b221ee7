/**
 * One writer thread for several processes: this is its side of the channel to each of them.
 *
 * Guarantees: what arrives from all processes during a commit is committed together, in the order in which it came; each
 * reply goes to who asked. A process that ends leaves no transaction open, so that it holds up nobody else.
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
  /** The process's own number of it. */
  id: number;
}

/** @param postToThread takes requests to the writer thread @param listen is told what takes its replies */
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
    /** @param send takes replies to the process @returns its share in the writer */
    connect(send: Client['send']) {
      const client: Client = { send, transactions: new Set(), isGone: false };
      return {
        receive: (requests: readonly WriterRequest[]): void => post(client, requests),
        /** The process has ended: nobody waits for its replies. */
        end(): void {
          client.isGone = true;
          rollBack(client);
        },
      };
    },
  };
}
