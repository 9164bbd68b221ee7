/** Runs a command, and explains its error. */
import { answer } from './answer';
import { completionOf } from './completion';
import { type Context, messagesTo } from './context';
import { create } from './create';
import { CliError, EXIT, type ExitCode, usageError } from './exit';
import { get } from './get';
import { helpOf, overview } from './help';
import { list } from './list';
import { login } from './login';
import { extend, receipt, remove } from './manage';
import { COMMAND_NAMES, type CommandName, isCommand, parseCommandLine, similarTo } from './options';
import { print } from './output';
import { version } from './package.json';
import type { Environment } from './places';
import { receive, request } from './request';
import { runWithSecrets } from './run-with-secrets';
import { loadSettings } from './settings';
import { clearLine, writeFailure } from './terminal';
import { verify } from './verify';

/** Commands that print a text of the program, without settings. */
const texts = { completion: completionOf, help: helpFor, version: () => `sealpaste ${version}\n` };

/** Each may return the exit code of another command. */
const commands: Record<Exclude<CommandName, keyof typeof texts>, (context: Context) => Promise<unknown>> = {
  create,
  get,
  rm: remove,
  extend,
  receipt,
  ls: list,
  request,
  receive,
  answer,
  run: runWithSecrets,
  login,
  verify,
};

/** @param argv without program and script */
export async function run(argv: readonly string[], env: Environment): Promise<number> {
  try {
    const code = await runCommand(argv, env);
    return typeof code === 'number' ? code : EXIT.done;
  } catch (error) {
    const { code, message } = explain(error);
    clearLine();
    writeFailure(`${message}${/[.?!]$/.test(message) ? '' : '.'}`);
    return code;
  }
}

async function runCommand(argv: readonly string[], env: Environment): Promise<unknown> {
  const line = parseCommandLine(argv);
  const { command, values, operands } = line;
  if (values.help) return print(helpOf(command));
  if (values.version) return print(texts.version());
  if (isText(command)) return print(texts[command](operands[0] ?? ''));
  return commands[command]({ ...line, env, settings: loadSettings(values, env), ...messagesTo(values) });
}

const isText = (command: CommandName): command is keyof typeof texts => Object.hasOwn(texts, command);

function helpFor(name: string): string {
  if (name === '') return overview();
  if (isCommand(name)) return helpOf(name);
  const meant = similarTo(name, COMMAND_NAMES);
  throw usageError(`There is no such command. ${meant === null ? 'See sealpaste help' : `Did you mean "sealpaste help ${meant}"?`}`);
}

/** An unexpected error shows only its name and code: its message could quote a secret. */
function explain(error: unknown): { code: ExitCode; message: string } {
  if (error instanceof CliError) return error;
  const { name, code = '' } = (error ?? {}) as NodeJS.ErrnoException;
  return { code: EXIT.other, message: `Unexpected error (${name} ${code})`.replace(' )', ')') };
}
