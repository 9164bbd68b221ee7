import { COMMAND_NAMES, COMMANDS, type CommandName, OPTIONS, type OptionName } from './options';

/** Up to four more lines for a command's help. */
const NOTES: Record<CommandName, readonly string[]> = {
  create: [
    'Without FILE, or with "-": standard input. On a terminal: $EDITOR.',
    'Up to 20 files of any kind, 7.6 MB in all, go into one encrypted paste.',
    'Exit codes: 0 done, 1 other, 2 usage, 3 gone, 4 wrong key, 5 refused, 6 later',
  ],
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
  receipt: ['For its sender and its readers: created, opened, expired or deleted.'],
  ls: ['Columns: id, expiry, title. The history has no encryption keys.'],
  request: [
    'With --wait: the link on standard error, the answer on standard output.',
    "The private key stays in this machine's state folder until all is read.",
    'Ctrl+C ends nothing: "sealpaste request --resume" goes on.',
  ],
  answer: ['Without FILE: standard input. A link whose key was swapped: exit code 4.'],
  login: [
    'With an empty key, the browser gets one: allow it on the page that opens.',
    'Stored in $XDG_CONFIG_HOME/sealpaste/config.json, readable by you only.',
    'SEALPASTE_URL and SEALPASTE_API_KEY override it, --url overrides both.',
    'http:// to another machine: --insecure, stored too, or SEALPASTE_INSECURE=1.',
  ],
  verify: [
    'Prints a line for each difference. Exit codes: 0 the same, 1 something',
    'differs, 6 not reachable. The key of LINK is not sent. This cannot show a',
    'page for somebody else, or what runs on the server.',
  ],
  completion: ['bash: eval "$(sealpaste completion bash)"'],
};

/** @returns the help of a command, at most 24 lines of at most 80 characters */
export function helpOf(command: CommandName): string {
  const { synopsis, summary, options } = COMMANDS[command];
  const lines = [`sealpaste ${synopsis}`, summary];
  if (command === 'create') lines.push(`Commands: ${COMMAND_NAMES.slice(1).join(' ')}`);
  if (options.length > 0) lines.push('', ...options.map(describe));
  return `${[...lines, '', ...NOTES[command]].join('\n')}\n`;
}

function describe(name: OptionName): string {
  const { short, value, help } = OPTIONS[name];
  const flag = `${short ? `-${short},` : '   '} --${name}${value ? ` ${value}` : ''}`;
  return `  ${flag.padEnd(27)} ${help}`;
}
