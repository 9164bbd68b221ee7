/** Starts the real processes as an operator does, for tests over real HTTP. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { freePort } from '#lib/testing/free-port';
import type { TestDatabase } from '#lib/testing/test-database';
import { basePathOf } from '../../scripts/base-path.mjs';

const START_TIMEOUT_MS = 60_000;
/** Time after which a program that should end by itself is killed. */
const RUN_TIMEOUT_MS = 120_000;

/** Variables of the object store that all services have with TEST_STORE=on, as JSON. */
export const STORE_VARIABLES = 'TEST_STORE_VARIABLES';

const running = new Set<ChildProcess>();

/** Kills all started processes that still run. */
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

export interface RunningProcess {
  child: ChildProcess;
  /** All that the process has written to standard output and error. */
  output(): string;
  /** Resolves when the output holds the text; fails when the process ends first. */
  waitFor(text: string): Promise<void>;
  /** Sends SIGTERM and returns the exit code; null when the process had to be killed. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

export interface WebProcess extends RunningProcess {
  /** http://127.0.0.1:PORT */
  url: string;
  /** The environment of the process, for commands on the same database. */
  environment: Environment;
  /**
   * All output, with the lines of what was answered before this call: a line may come after its response. The log is in order, so
   * the line of a request sent now shows that the earlier ones are there.
   */
  log(): Promise<string>;
}

/** The part of a web process that tests of all hosts use; several processes behind one address offer it as well. */
export type Host = Omit<WebProcess, 'child' | 'log'>;

/** The folder and user of a program, if not those of the tests. */
export interface Place {
  cwd?: string;
  uid?: number;
  gid?: number;
  /** Whether the program gets its own process group, like one that a terminal starts. */
  detached?: boolean;
}

export type Environment = Record<string, string>;

/** A master key for tests; each call makes another. */
export const newMasterKey = (): string => randomBytes(32).toString('base64');

/**
 * Configuration that tests share: no rate limits, quick workers, an end without delay, webhooks to loopback, a key per call.
 * @param database may also have the address of a proxy in front of the database
 */
export function testEnvironment(database: Pick<TestDatabase, 'url'>, overrides: Environment = {}): Environment {
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    DATABASE_URL: database.url,
    MASTER_KEY: newMasterKey(),
    RATE_LIMIT_ANONYMOUS: '0',
    RATE_LIMIT_AUTHENTICATED: '0',
    RATE_LIMIT_BURN: '0',
    RATE_LIMIT_READ_TOKEN: '0',
    STOP_DELAY_MS: '0',
    WORKER_TTL_CLEANUP_INTERVAL_MS: '200',
    WORKER_POLL_INTERVAL_MS: '100',
    WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
    ...(JSON.parse(process.env[STORE_VARIABLES] ?? '{}') as Environment),
    ...overrides,
  };
}

/** Starts our web process and waits until it listens. @param place for another version's folder */
export async function startWeb(environment: Environment, place: Place = {}): Promise<WebProcess> {
  const web = run(['dist/web.js'], environment, place);
  await web.waitFor('web is listening');
  const port = /"port":(\d+)/.exec(web.output())?.[1];
  const url = `http://127.0.0.1:${port}${basePathOf(environment.BASE_URL)}`;
  const log = async () => {
    const { headers } = await fetch(`${url}/raw/x`);
    await web.waitFor(String(headers.get('x-request-id')));
    return web.output();
  };
  return { ...web, url, environment, log };
}

/** Starts plain Next on the same pages and handlers, without our server. */
export async function startPlainNext(environment: Environment): Promise<Host> {
  const port = await freePort();
  const web = run(['node_modules/next/dist/bin/next', 'start', '--hostname', '127.0.0.1', '--port', String(port)], environment);
  await web.waitFor('Ready in');
  return { ...web, url: `http://127.0.0.1:${port}`, environment };
}

export async function startWorker(environment: Environment, place: Place = {}): Promise<RunningProcess> {
  const worker = run(['dist/worker.js'], environment, place);
  await worker.waitFor('worker is running');
  return worker;
}

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs an operator's command to its end. */
export const runAdmin = (args: string[], environment: Environment): Promise<Ended> => runToEnd(['dist/admin.js', ...args], environment);

/** The audit, oldest first, with the row that the export leaves. */
export async function exportedAudit(environment: Environment): Promise<Record<string, unknown>[]> {
  const { stdout } = await runAdmin(['audit', 'export'], environment);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Runs a program of the project to its end. */
export async function runToEnd(args: string[], environment: Environment, place: Place = {}): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    ...place,
    env: processEnvironment(environment),
    timeout: RUN_TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

interface Program extends Place {
  /** The runtime of the program, if not Node. */
  program?: string;
  /** A file of this process that the program gets as its file 3. */
  inherits?: number;
}

/** Starts a program of the project that doesn't end by itself. */
export function run(args: string[], environment: Environment, place: Program = {}): RunningProcess {
  const { program = process.execPath, inherits = 'ignore', ...where } = place;
  const child = spawn(program, args, { ...where, env: processEnvironment(environment), stdio: ['ignore', 'pipe', 'pipe', inherits] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  const waiting = new Set<() => void>();
  const collect = (chunk: Buffer) => {
    output += chunk.toString('utf8');
    for (const check of waiting) check();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;

  return {
    child,
    output: () => output,
    async waitFor(text) {
      await new Promise<void>((resolve, reject) => {
        const finish = (error?: Error) => {
          clearTimeout(timer);
          waiting.delete(check);
          if (error) reject(error);
          else resolve();
        };
        const check = () => output.includes(text) && finish();
        const timer = setTimeout(() => finish(new Error(`"${text}" not seen in:\n${output}`)), START_TIMEOUT_MS);
        void closed.then(([code, signal]) =>
          // On one line, because the last lines of a run name only the first line of each error.
          finish(new Error(`ended with ${code ?? signal} before "${text}" was seen: ${output.trim().replaceAll('\n', ' | ')}`)),
        );
        waiting.add(check);
        check();
      });
    },
    async stop() {
      child.kill('SIGTERM');
      return (await closed)[0];
    },
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

/** Passes on only PATH of the tests' own environment. */
function processEnvironment(environment: Environment): NodeJS.ProcessEnv {
  return { NODE_ENV: 'production', PATH: process.env.PATH, ...environment };
}
