/** The help of a command and the overview, from the table of options and the words that it doesn't have. */

import { EXIT, type ExitCode } from './exit';
import { COMMAND_NAMES, COMMANDS, type CommandName, helpTextOf, OPTIONS, type OptionName } from './options';

/** Commands that only the overview names. */
const UNLISTED: readonly CommandName[] = ['create', 'completion', 'version'];

/** @returns the help of a command, at most 24 lines of at most 80 characters */
export function helpOf(command: CommandName): string {
  const { synopsis, summary, options } = COMMANDS[command];
  const lines = [`sealpaste ${synopsis}`, summary];
  if (command === 'create') lines.push(`Commands: ${COMMAND_NAMES.filter((name) => !UNLISTED.includes(name)).join(' ')}`);
  if (options.length > 0) lines.push(...options.map((name) => row(flagOf(name), helpTextOf(command, name))));
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
function flagOf(name: OptionName): string {
  const { short, value } = OPTIONS[name];
  return `${short ? `-${short},` : '   '} --${name}${value ? ` ${value}` : ''}`;
}

const row = (flag: string, text: string) => `  ${flag.padEnd(27)} ${text}`;

/** Up to four lines on a command. */
const NOTES: Record<CommandName, readonly string[]> = {
  create: [],
  get: [
    'With -o DIR nothing is overwritten, and all files are written or none.',
    'Other users see arguments in the list of processes, but not standard input.',
    'A burn paste is deleted once all of it is written. If that fails (a closed',
    'pipe, a full disk, Ctrl+C), the same command gets it again for a minute.',
  ],
  rm: [
    "Uses the manage token in this machine's history, your API key, or the",
    'key in the link of a paste made with --readers-delete and no password.',
  ],
  extend: ['TTL: 90s, 10m, 2h, 1d, 1w, 1y. Prints the new expiry.'],
  receipt: [
    'For its sender and its readers: created, opened, expired or deleted.',
    'With --wait, at a terminal, type the code that a reader of a paste with',
    '--approval tells you: this reader is released. "no CODE" refuses.',
  ],
  ls: ['Columns: id, expiry, title. The history has no encryption keys.'],
  request: [
    'With --wait: the link on standard error, the answer on standard output.',
    'The inbox link stays in the state folder until all is read. As LINK, and in a',
    'browser, it opens the answers on any device.',
    'Ctrl+C ends nothing: "sealpaste request --resume" goes on.',
  ],
  receive: ['The code is on standard error. After Ctrl+C: "sealpaste request --resume".'],
  answer: ['Without FILE: standard input. A link or code whose key was swapped: exit code 4.'],
  run: [
    'NAME alone: the link is in the variable NAME, which no list of processes shows.',
    'request:LABEL as LINK: prints a link for somebody who has it, and waits.',
    'Exit code: that of the command. A burn paste is deleted once it has started.',
    "Masks don't show output on a terminal of its own: --no-mask for an editor.",
  ],
  login: [
    'With an empty key, the browser gets one: allow it on the page that opens.',
    'Stored in $XDG_CONFIG_HOME/sealpaste/config.json, readable by you only.',
    'SEALPASTE_URL and SEALPASTE_API_KEY override it, --url overrides both.',
    'http:// to another machine: --insecure, stored too, or SEALPASTE_INSECURE=1.',
    'Behind a password of HTTP Basic: --url https://USER:PASSWORD@HOST, stored too.',
  ],
  verify: [
    'Prints a line for each difference. Exit codes: 0 the same, 1 something',
    'differs, 6 not reachable. The key of LINK is not sent. This cannot show a',
    'page for somebody else, or what runs on the server.',
  ],
  completion: ['bash: eval "$(sealpaste completion bash)"'],
  help: [],
  version: [],
};

const VARIABLES: Readonly<Record<string, string>> = {
  SEALPASTE_URL: "the service's address",
  SEALPASTE_API_KEY: 'an API key for it',
  SEALPASTE_PASSWORD: 'a password, where nobody can be asked',
  SEALPASTE_INSECURE: '1: allow http:// to another machine',
  'HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY': 'the proxy, as for curl',
  'VISUAL, EDITOR': 'the editor at a terminal, without FILE',
  NO_COLOR: 'no colours',
};

const EXIT_CODES: ReadonlyMap<ExitCode, string> = new Map([
  [EXIT.done, 'done'],
  [EXIT.other, 'another error'],
  [EXIT.usage, 'wrong usage, or nothing to paste'],
  [EXIT.gone, 'expired, deleted, read, or never there'],
  [EXIT.wrongKey, 'wrong key or password'],
  [EXIT.refused, 'the server refuses'],
  [EXIT.later, 'try again later'],
  [EXIT.cannotStart, 'run: the command cannot be started'],
  [EXIT.noCommand, 'run: there is no such command'],
  [EXIT.interrupted, 'Ctrl+C'],
]);
