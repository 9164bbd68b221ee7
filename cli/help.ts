import { COMMAND_NAMES, COMMANDS, type CommandName, OPTIONS, type OptionName } from './options';

/** What a command's help adds, at most three lines. */
const NOTES: Record<CommandName, readonly string[]> = {
  create: [
    'FILE "-" or none: standard input; on a terminal $EDITOR.',
    'Exit codes: 0 done, 1 other, 2 usage, 3 gone, 4 wrong key or password,',
    '5 refused, 6 try again later',
  ],
  get: [
    'Arguments show in the list of processes, a link on standard input does not.',
    'A burn paste is deleted when all of it is written. If that fails (a closed',
    'pipe, a full disk, Ctrl+C), the same command gets it again for a minute.',
  ],
  rm: ["By the manage token from this machine's history, or as the owner of the API key."],
  extend: ['TTL: 90s, 10m, 2h, 1d, 1w, 1y. Prints when it expires now.'],
  receipt: ['For whoever made it, and for readers: created, opened, expired or deleted.'],
  ls: ['Columns: id, expiry, title. A title is shown as it was given, keys are not kept.'],
  login: [
    'Kept in $XDG_CONFIG_HOME/sealpaste/config.json, readable by you only.',
    'SEALPASTE_URL and SEALPASTE_API_KEY go before it, --url before both.',
  ],
  completion: ['bash: eval "$(sealpaste completion bash)"'],
};

/** @returns the help of a command, at most 24 lines of at most 80 characters */
export function helpOf(command: CommandName): string {
  const { synopsis, summary, options } = COMMANDS[command];
  const lines = [`sealpaste ${synopsis}`, summary];
  if (command === 'create') lines.push('', `Others: ${COMMAND_NAMES.slice(1).join(', ')}. Each has --help.`);
  if (options.length > 0) lines.push('', ...options.map(describe));
  return `${[...lines, '', ...NOTES[command]].join('\n')}\n`;
}

function describe(name: OptionName): string {
  const { short, value, help } = OPTIONS[name];
  const flag = `${short ? `-${short},` : '   '} --${name}${value ? ` ${value}` : ''}`;
  return `  ${flag.padEnd(27)} ${help}`;
}
