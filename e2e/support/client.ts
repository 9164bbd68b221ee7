/** Runs the command-line client like somebody who has nothing of this project but its file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootDir } from '../../scripts/source-hash.mjs';

/** The command that runs the client: Node, or what TEST_CLIENT_RUNTIME names (`deno run -A`, `bun`). */
export const runtime = process.env.TEST_CLIENT_RUNTIME?.split(' ') ?? [process.execPath];

export interface Run {
  code: number | null;
  stdout: Buffer;
  stderr: string;
}

interface RunOptions {
  input?: string | Buffer;
  env?: Record<string, string>;
  /** File descriptor for standard output instead of a pipe. */
  stdout?: number;
  /** Called as soon as the program runs. */
  onStart?(child: ChildProcess): void;
}

export interface Client {
  /** The client's working directory, empty at first. */
  folder: string;
  home: string;
  run(args: string[], options?: RunOptions): Promise<Run>;
  remove(): void;
}

/** Prepares a client with its own home. @param url of the service */
export function newClient(url: string): Client {
  const root = mkdtempSync(join(tmpdir(), 'sealpaste-client-'));
  const [folder, home, program] = [join(root, 'work'), join(root, 'home'), join(root, 'sealpaste.mjs')];
  for (const path of [folder, home]) mkdirSync(path);
  copyFileSync(join(rootDir, 'dist/cli/sealpaste.mjs'), program);
  // Deno and Bun would keep files of their own in the home, too.
  const ownFiles = { DENO_DIR: join(root, 'deno'), BUN_RUNTIME_TRANSPILER_CACHE_PATH: join(root, 'bun') };
  return {
    folder,
    home,
    async run(args, { input, env = {}, stdout, onStart } = {}) {
      const [command = '', ...options] = runtime;
      const child: ChildProcess = spawn(command, [...options, program, ...args], {
        cwd: folder,
        // A process without a terminal asks no questions.
        detached: true,
        env: { NODE_ENV: 'production', PATH: process.env.PATH, HOME: home, SEALPASTE_URL: url, ...ownFiles, ...env },
        stdio: ['pipe', stdout ?? 'pipe', 'pipe'],
      });
      const pieces: Buffer[] = [];
      let stderr = '';
      child.stdout?.on('data', (piece: Buffer) => pieces.push(piece));
      child.stderr?.on('data', (piece: Buffer) => (stderr += piece));
      // A program that has refused its arguments reads nothing.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
      onStart?.(child);
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, stdout: Buffer.concat(pieces), stderr };
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
