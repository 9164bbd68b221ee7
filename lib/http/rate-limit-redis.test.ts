/** Counting in a group of Redis servers that sentinels watch, and in a cluster: with real servers, one of which dies. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freePort } from '../testing/free-port';
import { silentLogger } from '../testing/loggers';
import { redisUrl } from '../testing/test-redis';
import { createRateLimiter } from './rate-limit';
import { connectRedis, pingRedis, type RedisCounters } from './rate-limit-redis';

const PATIENCE = { timeout: 20_000, interval: 50 };

describe.skipIf(redisUrl === null)('several Redis servers', () => {
  let folder: string;
  let servers: ChildProcess[];
  let counters: RedisCounters[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'redis-'));
    servers = [];
    counters = [];
  });
  afterEach(async () => {
    for (const client of counters) await client.destroy();
    for (const server of servers) await kill(server);
    rmSync(folder, { recursive: true });
  });

  async function start(settings: string[], mode: string[] = [], chosen?: number): Promise<{ port: number; server: ChildProcess }> {
    const port = chosen ?? (await freePort());
    const file = join(folder, `${port}.conf`);
    const common = ['bind 127.0.0.1', `port ${port}`, `dir ${folder}`];
    writeFileSync(file, [...common, ...settings, ''].join('\n'));
    const server = spawn('redis-server', [file, ...mode], { stdio: 'ignore' });
    servers.push(server);
    await vi.waitFor(() => command(port, 'PING'), PATIENCE);
    return { port, server };
  }

  function connect(url: string): RedisCounters {
    const client = connectRedis(url, silentLogger);
    counters.push(client);
    return client;
  }

  const limiterOf = (client: RedisCounters) =>
    createRateLimiter('test', 2, { kind: 'redis', client, nameOf: (_limiter, identity) => identity });

  it('a group counts on after its first server has died', async () => {
    const storing = ['save ""', 'appendonly no'];
    const first = await start(storing);
    const second = await start([...storing, `replicaof 127.0.0.1 ${first.port}`]);
    await vi.waitFor(async () => expect(await command(first.port, 'INFO', 'replication')).toContain('state=online'), PATIENCE);
    const sentinelPort = await freePort();
    const url = `redis+sentinel://127.0.0.1:${sentinelPort}/main`;
    // Nobody responds yet: the clients have to try again.
    const clients = [connect(url), connect(url)];
    await start(
      [
        `sentinel monitor main 127.0.0.1 ${first.port} 1`,
        'sentinel down-after-milliseconds main 500',
        'sentinel failover-timeout main 1000',
      ],
      ['--sentinel'],
      sentinelPort,
    );
    await vi.waitFor(
      async () => expect(await command(sentinelPort, 'SENTINEL', 'replicas', 'main')).toContain(String(second.port)),
      PATIENCE,
    );
    await pingRedis(url, 1_000);
    await vi.waitFor(() => expect(clients.map(({ isReady }) => isReady)).toEqual([true, true]), PATIENCE);
    for (const client of clients) expect(await limiterOf(client).consume('a')).toMatchObject({ allowed: true });
    for (const client of clients) expect(await limiterOf(client).consume('a')).toMatchObject({ allowed: false });

    await kill(first.server);
    // A limiter that reached no server would count by itself, so this asks the server.
    await vi.waitFor(async () => expect(await command(second.port, 'ROLE')).toContain('master'), PATIENCE);
    await vi.waitFor(() => clients[0]?.eval('return 1', { keys: ['b'], arguments: [] }), PATIENCE);
    await vi.waitFor(() => clients[1]?.eval('return 1', { keys: ['b'], arguments: [] }), PATIENCE);
    for (const client of clients) expect(await limiterOf(client).consume('b')).toMatchObject({ allowed: true });
    for (const client of clients) expect(await limiterOf(client).consume('b')).toMatchObject({ allowed: false });
  });

  it('a cluster counts each identity on the server that has its slot', async () => {
    const settings = ['save ""', 'appendonly no', 'cluster-enabled yes', 'cluster-node-timeout 2000'];
    const nodes: { port: number }[] = [];
    for (const name of ['a', 'b']) nodes.push(await start([...settings, `cluster-config-file ${name}.nodes`]));
    const [one, two] = nodes.map(({ port }) => port) as [number, number];
    await command(one, 'CLUSTER', 'ADDSLOTSRANGE', '0', '8191');
    await command(two, 'CLUSTER', 'ADDSLOTSRANGE', '8192', '16383');
    await command(two, 'CLUSTER', 'SET-CONFIG-EPOCH', '2');
    await command(one, 'CLUSTER', 'MEET', '127.0.0.1', String(two));
    for (const port of [one, two])
      await vi.waitFor(async () => expect(await command(port, 'CLUSTER', 'INFO')).toContain('cluster_state:ok'), PATIENCE);

    const url = `redis+cluster://127.0.0.1:${one}`;
    await pingRedis(url, 1_000);
    const clients = [connect(url), connect(url)];
    await vi.waitFor(() => expect(clients.map(({ isReady }) => isReady)).toEqual([true, true]), PATIENCE);
    const identities = Array.from({ length: 20 }, (_, index) => `identity-${index}`);
    for (const client of clients)
      for (const identity of identities) expect(await limiterOf(client).consume(identity)).toMatchObject({ allowed: true });
    for (const identity of identities)
      expect(await limiterOf(clients[0] as RedisCounters).consume(identity)).toMatchObject({ allowed: false });
    for (const port of [one, two]) expect(Number(await command(port, 'DBSIZE'))).toBeGreaterThan(0);
  });
});

const command = async (port: number, ...words: string[]): Promise<string> =>
  (await promisify(execFile)('redis-cli', ['-e', '-p', String(port), ...words])).stdout;

async function kill(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGKILL');
  await once(server, 'exit');
}
