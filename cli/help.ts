import { EXIT_CODES, NOTES, VARIABLES } from './manual';
import { COMMAND_NAMES, COMMANDS, type CommandName, helpTextOf, OPTIONS, type OptionName } from './options';

/** Commands that only the overview names. */
const RARE: readonly CommandName[] = ['create', 'completion', 'man', 'version'];

/** @returns the help of a command, at most 24 lines of at most 80 characters */
export function helpOf(command: CommandName): string {
  const { synopsis, summary, options } = COMMANDS[command];
  const lines = [`sealpaste ${synopsis}`, summary];
  if (command === 'create') lines.push(`Commands: ${COMMAND_NAMES.filter((name) => !RARE.includes(name)).join(' ')}`);
  if (options.length > 0) lines.push('', ...options.map((name) => row(flagOf(name), helpTextOf(command, name))));
  if (NOTES[command].length > 0) lines.push('', ...NOTES[command]);
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
    ...['', 'Exit codes:', ...rows(EXIT_CODES)],
  ];
  return `${lines.join('\n')}\n`;
}

/** An option as it is typed: `-o, --output FILE`. */
export function flagOf(name: OptionName): string {
  const { short, value } = OPTIONS[name];
  return `${short ? `-${short},` : '   '} --${name}${value ? ` ${value}` : ''}`;
}

const row = (flag: string, text: string) => `  ${flag.padEnd(27)} ${text}`;
