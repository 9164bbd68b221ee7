/** `sealpaste`, the command-line client: runs a command, prints its error and sets the exit code. */
import { answer } from './answer';
import { completionOf } from './completion';
import { type Context, toldTo } from './context';
import { create } from './create';
import { CliError, EXIT, type ExitCode } from './exit';
import { get } from './get';
import { helpOf } from './help';
import { list } from './list';
import { login } from './login';
import { extend, receipt, remove } from './manage';
import { type CommandName, parseCommandLine } from './options';
import { print } from './output';
import { version } from './package.json';
import { request } from './request';
import { loadSettings } from './settings';

const commands: Record<Exclude<CommandName, 'completion'>, (context: Context) => Promise<void>> = {
  create,
  get,
  rm: remove,
  extend,
  receipt,
  ls: list,
  request,
  answer,
  login,
};

async function run(argv: readonly string[]): Promise<void> {
  const { env } = process;
  const line = parseCommandLine(argv);
  const { command, values, operands } = line;
  if (values.help) return print(helpOf(command));
  if (values.version) return print(`sealpaste ${version}\n`);
  if (command === 'completion') return print(completionOf(operands[0] ?? ''));
  await commands[command]({ ...line, env, settings: loadSettings(values.url, env), ...toldTo(values) });
}

/** An unexpected error shows only its name and code: its message could quote a secret. */
function explain(error: unknown): { code: ExitCode; message: string } {
  if (error instanceof CliError) return error;
  const { name, code = '' } = (error ?? {}) as NodeJS.ErrnoException;
  return { code: EXIT.other, message: `Unexpected error (${name} ${code})`.replace(' )', ')') };
}

// Nothing to undo: an unacknowledged paste can be read again, and a create without a response may be stored.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(EXIT.other));
// writeOut reports a closed pipe.
process.stderr.on('error', () => undefined);

try {
  await run(process.argv.slice(2));
  process.exit(EXIT.done);
} catch (error) {
  const { code, message } = explain(error);
  process.stderr.write(`sealpaste: ${message}${/[.?!]$/.test(message) ? '' : '.'}\n`);
  process.exit(code);
}
