/** The help of a command and the overview, from the table of commands and options. */

import { EXIT_CODES } from './exit';
import { COMMAND_NAMES, COMMANDS, type CommandName, helpTextOf, OPTIONS, type OptionName } from './options';

/** Commands that only the overview names. */
const UNLISTED: readonly CommandName[] = ['create', 'completion', 'version'];

/** @returns the help of a command, at most 24 lines of at most 80 characters */
export function helpOf(command: CommandName): string {
  const { synopsis, summary, options, notes = [] } = COMMANDS[command];
  const lines = [`sealpaste ${synopsis}`, summary];
  if (command === 'create') lines.push(`Commands: ${COMMAND_NAMES.filter((name) => !UNLISTED.includes(name)).join(' ')}`);
  if (options.length > 0) lines.push(...options.map((name) => row(flagOf(name), helpTextOf(command, name))));
  if (notes.length > 0) lines.push('', ...notes);
  return `${lines.join('\n')}\n`;
}

/** @returns all commands, variables and exit codes */
export function overview(): string {
  const commands = COMMAND_NAMES.map((name) => [name === 'create' ? '[FILE…]' : name, COMMANDS[name].summary] as const);
  const rows = (entries: Iterable<readonly [string | number, string]>) =>
    [...entries].map(([name, text]) => `  ${String(name).padEnd(18)} ${text}`);
  const lines = [
    ...['sealpaste COMMAND --help: one command', '', ...rows(commands)],
    ...['', 'Environment:', ...rows(Object.entries(VARIABLES))],
    ...['', 'Exit codes:', ...rows(Object.values(EXIT_CODES))],
  ];
  return `${lines.join('\n')}\n`;
}

/** An option as it is typed: `-o, --output FILE`. */
function flagOf(name: OptionName): string {
  const { short, value } = OPTIONS[name];
  return `${short ? `-${short},` : '   '} --${name}${value ? ` ${value}` : ''}`;
}

const row = (flag: string, text: string) => `  ${flag.padEnd(27)} ${text}`;

const VARIABLES: Readonly<Record<string, string>> = {
  SEALPASTE_URL: "the service's address",
  SEALPASTE_API_KEY: 'an API key for it',
  SEALPASTE_PASSWORD: 'a password, where nobody can be asked',
  SEALPASTE_INSECURE: '1: allow http:// to another machine',
  'HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY': 'the proxy, as for curl',
  'VISUAL, EDITOR': 'the editor at a terminal, without FILE',
  NO_COLOR: 'no colours',
};
