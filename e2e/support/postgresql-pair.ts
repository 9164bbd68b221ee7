/** Runs a PostgreSQL and its streaming standby from this machine's binaries, in temporary folders. */
import { execFile, execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '#lib/testing/free-port';
import { startTcpProxy, type TcpProxy } from '#lib/testing/tcp-proxy';
import { type Place, type RunningProcess, run } from './processes';

export interface PostgresqlPair {
  /** Kills the primary and its connection to the standby at once, with all that was in transit. */
  losePrimary(): Promise<void>;
  /** Makes the standby a primary that waits for no standby of its own. */
  promote(): Promise<void>;
  primaryUrl: string;
  standbyPort: number;
  stop(): Promise<void>;
}

const VERSIONS = '/usr/lib/postgresql';
const bin = existsSync(VERSIONS)
  ? readdirSync(VERSIONS)
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => join(VERSIONS, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'initdb')))
  : undefined;

/** Whether this machine has PostgreSQL's server programs where Debian puts them. */
export const hasServerPrograms = bin !== undefined;

/**
 * @param synchronous whether the primary acknowledges a commit only when the standby has it on disk
 * @param delayMs delay of the log on its way to the standby, and of its acknowledgement on the way back
 */
export async function startPostgresqlPair({ synchronous, delayMs }: { synchronous: boolean; delayMs: number }): Promise<PostgresqlPair> {
  const folder = mkdtempSync(join(tmpdir(), 'sealpaste-pair-'));
  const place = postgresUser();
  if (place.uid !== undefined) chownSync(folder, place.uid, place.gid as number);
  const program = (name: string, ...args: string[]) => promisify(execFile)(join(bin as string, name), args, { ...place, cwd: folder });
  const [primaryPort, standbyPort] = [await freePort(), await freePort()];
  const primaryFolder = join(folder, 'primary');
  const standbyFolder = join(folder, 'standby');
  const urlOf = (port: number) => `postgresql://postgres@127.0.0.1:${port}/postgres`;
  const start = async (data: string, port: number) => {
    const server = run(
      ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-c', 'dynamic_shared_memory_type=mmap'],
      {},
      { ...place, cwd: folder, program: join(bin as string, 'postgres') },
    );
    await server.waitFor('ready to accept');
    return server;
  };

  await program('initdb', '-D', primaryFolder, '-U', 'postgres', '-A', 'trust', '--no-instructions', '--no-sync');
  const primary = await start(primaryFolder, primaryPort);
  const replication: TcpProxy = await startTcpProxy(urlOf(primaryPort), { delayMs });
  const source = `host=127.0.0.1 port=${replication.port} user=postgres application_name=standby`;
  await program('pg_basebackup', '-d', source, '-D', standbyFolder, '-X', 'stream', '-c', 'fast', '-R', '--no-sync');
  const standby = await start(standbyFolder, standbyPort);
  const psql = (port: number, ...statements: string[]) =>
    program('psql', '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-qAt', ...statements.flatMap((sql) => ['-c', sql]));
  if (synchronous) await psql(primaryPort, "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (standby)'", 'SELECT pg_reload_conf()');

  return {
    primaryUrl: urlOf(primaryPort),
    standbyPort,
    async losePrimary() {
      replication.leadTo(null);
      await kill(primary, primaryFolder);
    },
    async promote() {
      await program('pg_ctl', 'promote', '-D', standbyFolder, '-w');
    },
    async stop() {
      await kill(primary, primaryFolder);
      await kill(standby, standbyFolder);
      await replication.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Kills the server with all of its processes, so that none can write or send anything more. */
async function kill({ child, kill: killServer }: RunningProcess, data: string): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const others = execFileSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number);
  // The shared memory segment shows a second server on this folder the first one, and outlives a killed server.
  const segment = /^\s*\d+\s+(\d+)\s*$/m.exec(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[6] ?? '')?.[1];
  for (const pid of [child.pid as number, ...others]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // A process that served a connection may have ended meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
  await killServer();
  if (segment) execFileSync('ipcrm', ['-m', segment]);
}

/** The user that runs PostgreSQL, which refuses to run as root. */
function postgresUser(): Place {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
