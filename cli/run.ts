/** Runs a command, and explains its error. */
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
import type { Environment } from './places';
import { request } from './request';
import { loadSettings } from './settings';
import { writeError } from './terminal';
import { verify } from './verify';

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
  verify,
};

/** @param argv without program and script */
export async function run(argv: readonly string[], env: Environment): Promise<ExitCode> {
  try {
    await runCommand(argv, env);
    return EXIT.done;
  } catch (error) {
    const { code, message } = explain(error);
    writeError(`sealpaste: ${message}${/[.?!]$/.test(message) ? '' : '.'}\n`);
    return code;
  }
}

async function runCommand(argv: readonly string[], env: Environment): Promise<void> {
  const line = parseCommandLine(argv);
  const { command, values, operands } = line;
  if (values.help) return print(helpOf(command));
  if (values.version) return print(`sealpaste ${version}\n`);
  if (command === 'completion') return print(completionOf(operands[0] ?? ''));
  await commands[command]({ ...line, env, settings: loadSettings(values, env), ...toldTo(values) });
}

/** An unexpected error shows only its name and code: its message could quote a secret. */
function explain(error: unknown): { code: ExitCode; message: string } {
  if (error instanceof CliError) return error;
  const { name, code = '' } = (error ?? {}) as NodeJS.ErrnoException;
  return { code: EXIT.other, message: `Unexpected error (${name} ${code})`.replace(' )', ')') };
}
