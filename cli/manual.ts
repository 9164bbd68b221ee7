/** The words of `--help`, `help` and the manual page that no table of options has. */
import { EXIT, type ExitCode } from './exit';
import type { CommandName } from './options';

/** Up to four lines on a command. */
export const NOTES: Record<CommandName, readonly string[]> = {
  create: [
    'Without FILE, or with "-": standard input. On a terminal: $EDITOR.',
    'Up to 20 files of any kind go into one encrypted paste. More: sealpaste help',
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
  man: ['sealpaste man > ~/.local/share/man/man1/sealpaste.1'],
  help: [],
  version: [],
};

export const VARIABLES: Readonly<Record<string, string>> = {
  SEALPASTE_URL: "the service's address",
  SEALPASTE_API_KEY: 'an API key for it',
  SEALPASTE_PASSWORD: 'a password, where nobody can be asked',
  SEALPASTE_INSECURE: '1: allow http:// to another machine',
  'VISUAL, EDITOR': 'the editor at a terminal, without FILE',
  NO_COLOR: 'no colours',
};

export const EXIT_CODES: ReadonlyMap<ExitCode, string> = new Map([
  [EXIT.done, 'done'],
  [EXIT.other, 'another error'],
  [EXIT.usage, 'wrong usage, or nothing to paste'],
  [EXIT.gone, 'expired, deleted, read, or never there'],
  [EXIT.wrongKey, 'wrong key or password'],
  [EXIT.refused, 'the server refuses'],
  [EXIT.later, 'try again later'],
  [EXIT.interrupted, 'Ctrl+C'],
]);
