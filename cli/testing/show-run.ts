/** Runs the program in this process, with streams of its own in place of the process's: for isolated tests. */
import { Readable } from 'node:stream';
import { WriteStream } from 'node:tty';
import { vi } from 'vitest';
import type { Environment } from '../places';
import { run } from '../run';

export interface Shown {
  code: number;
  stdout: string;
  stderr: string;
}

interface Streams {
  /** Whether both outputs are terminals, or pipes. */
  isTerminal?: boolean;
  /** The content of standard input, which is a pipe. */
  input?: string;
}

export async function showRun(argv: readonly string[], env: Environment, { isTerminal = true, input = '' }: Streams = {}): Promise<Shown> {
  // The runner forces its own.
  vi.stubEnv('FORCE_COLOR', undefined);
  const shown: Shown = { code: 0, stdout: '', stderr: '' };
  const output = (name: 'stdout' | 'stderr') => ({
    isTTY: isTerminal,
    getColorDepth: () => WriteStream.prototype.getColorDepth({ ...process.env, TERM: 'xterm' }),
    on: () => undefined,
    write(piece: string | Uint8Array, done?: () => void) {
      shown[name] += typeof piece === 'string' ? piece : Buffer.from(piece).toString('utf8');
      done?.();
    },
  });
  const streams = {
    stdin: Object.assign(Readable.from([Buffer.from(input)]), { isTTY: false }),
    stdout: output('stdout'),
    stderr: output('stderr'),
  };
  const spies = Object.entries(streams).map(([name, stream]) =>
    vi.spyOn(process, name as 'stdin', 'get').mockReturnValue(stream as unknown as typeof process.stdin),
  );
  shown.code = await run(argv, env);
  for (const spy of spies) spy.mockRestore();
  return shown;
}
