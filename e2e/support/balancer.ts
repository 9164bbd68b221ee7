/** Two web processes on one database and one Redis, behind a balancer like that of a large service. */
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { redisUrl } from '#lib/testing/test-redis';
import { type Environment, type Host, startWeb, type WebProcess } from './processes';

const IDLE_MS = 10_000;

/** Sends requests to the processes in turn, so that no two in a row reach the same one. */
export async function startBalanced(environment: Environment): Promise<Host> {
  if (redisUrl === null) throw new Error('needs Redis');
  const shared = { ...environment, REDIS_URL: redisUrl };
  const webs = await Promise.all([startWeb(shared), startWeb(shared)]);
  // The agent closes idle connections long before the service does: a request on a closing connection would be reset.
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  let turn = 0;
  // The balancer never closes an idle connection of a client, because the service's header, passed on, promises to keep it.
  const balancer = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    const { hostname, port } = new URL(webs[(turn += 1) % webs.length]?.url ?? '');
    pass(incoming, outgoing, { agent, hostname, port: Number(port) });
  });
  balancer.listen(0, '127.0.0.1');
  await once(balancer, 'listening');

  const end = async <Ended>(how: (web: WebProcess) => Promise<Ended>): Promise<Ended[]> => {
    balancer.close();
    balancer.closeAllConnections();
    agent.destroy();
    return Promise.all(webs.map(how));
  };
  return {
    url: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    environment: shared,
    output: () => webs.map((web) => web.output()).join(''),
    waitFor: (text) => Promise.any(webs.map((web) => web.waitFor(text))),
    stop: async () => (await end((web) => web.stop())).find((code) => code !== 0) ?? 0,
    kill: async () => void (await end((web) => web.kill())),
  };
}

/** Sends on what comes, byte for byte, in both directions. */
function pass(incoming: IncomingMessage, outgoing: ServerResponse, to: { agent: Agent; hostname: string; port: number }): void {
  const onward = request({ ...to, method: incoming.method, path: incoming.url, headers: incoming.rawHeaders });
  onward.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
    answer.pipe(outgoing);
  });
  // A connection that the process breaks off breaks off for the client, too.
  onward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => {
    onward.destroy();
    // A response may come before the end of the request's body; the rest must be read before the connection's next request.
    incoming.unpipe(onward).resume();
  });
  incoming.pipe(onward);
}
