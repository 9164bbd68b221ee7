/** Commands and options. Parsing, help and completion use this table. */
import { parseArgs } from 'node:util';
import { differsBy } from '../lib/encoding/similar.rules';
import { usageError } from './exit';
import { PASTE_FLAG_NAMES, PASTE_FLAGS } from './paste-options';

interface Option {
  short?: string;
  /** Name of its value in the help; an option without one is a flag. */
  value?: string;
  /** The option may be repeated; its value is then a list. */
  isRepeated?: true;
  help: string;
}

const TABLE = {
  ...PASTE_FLAGS,
  to: { value: 'NAME', isRepeated: true, help: 'a burn link of its own for each NAME; repeat --to' },
  password: { short: 'p', help: 'ask for a password' },
  'password-file': { value: 'FILE', help: 'take the password from the first line of FILE' },
  ttl: { short: 't', value: 'TTL', help: '90s, 10m, 2h, 1d, 1w, 1y or never' },
  syntax: { short: 's', value: 'LANGUAGE', help: 'language for highlighting' },
  title: { short: 'T', value: 'TITLE', help: "title (default: the one file's name)" },
  plain: { help: 'do not encrypt here: the server can read the text' },
  'allow-empty': { help: 'paste an empty text, too' },
  json: { help: 'print the result as JSON' },
  quiet: { short: 'q', help: 'print only the result and errors' },
  copy: { help: 'copy the link to the clipboard, too' },
  qr: { help: 'show the link as a QR code too, on standard error' },
  output: { short: 'o', value: 'FILE|DIR', help: 'write to FILE or into DIR, which files need' },
  raw: { help: 'let a terminal take control characters of the text' },
  url: { value: 'URL', help: "the service's address" },
  insecure: { help: 'allow http:// to another machine' },
  'no-history': { help: 'do not store it for rm, extend, receipt and ls' },
  wait: { help: 'wait for an answer and print it' },
  resume: { help: 'print an answer to an earlier request' },
  label: { value: 'TEXT', help: 'what you ask for; whoever has the link sees it' },
  link: { value: 'LINK', help: 'compare the page of LINK, too; "-": standard input' },
  manifest: { value: 'FILE', help: "manifest to compare with, if not this client's own" },
  env: { value: 'NAME=LINK', isRepeated: true, help: 'put the text of LINK into a variable' },
  file: { value: 'NAME=LINK', isRepeated: true, help: 'put the path of a pipe with its text or file' },
  'no-mask': { help: 'show values; the command gets the terminal itself' },
  max: { value: 'N', help: 'how many answers are taken, 1 (default) to 50' },
  help: { short: 'h', help: 'show this help' },
  version: { short: 'V', help: 'show the version' },
} as const satisfies Record<string, Option>;

export type OptionName = keyof typeof TABLE;

type ValueOf<Of> = Of extends { isRepeated: true } ? string[] : Of extends { value: string } ? string : boolean;

export type OptionValues = { [Name in OptionName]?: ValueOf<(typeof TABLE)[Name]> };

export const OPTIONS: Record<OptionName, Option> = TABLE;

interface CommandForm {
  /** The text after the program's name. */
  synopsis: string;
  summary: string;
  options: readonly OptionName[];
  /** Help of options that do something else here. */
  help?: { readonly [Name in OptionName]?: string };
  operands: readonly [min: number, max: number];
  /** Up to five lines at the end of its help. */
  notes?: readonly string[];
}

const PASSWORD_OPTIONS = ['password', 'password-file'] as const;
const SERVICE_OPTIONS = ['url', 'insecure'] as const;

const COMMAND_FORMS = {
  create: {
    synopsis: '[OPTIONS] [FILE…|-]',
    summary: 'Encrypt up to 20 files or standard input here, store them, print their link.',
    options: [
      ...PASTE_FLAG_NAMES,
      'to',
      ...PASSWORD_OPTIONS,
      'ttl',
      'syntax',
      'title',
      'plain',
      'allow-empty',
      'json',
      'quiet',
      'copy',
      'qr',
      ...SERVICE_OPTIONS,
      'no-history',
    ],
    operands: [0, Number.POSITIVE_INFINITY],
  },
  get: {
    synopsis: 'get [OPTIONS] LINK|-',
    summary: 'Print a paste, byte for byte. "-" reads the link from standard input.',
    options: ['output', ...PASSWORD_OPTIONS, 'plain', 'raw', 'quiet', ...SERVICE_OPTIONS],
    help: {
      password: 'ask for the password even with SEALPASTE_PASSWORD',
      plain: 'print what the server has, and decrypt nothing',
    },
    operands: [1, 1],
    notes: [
      'With -o DIR nothing is overwritten, and all files are written or none.',
      'Other users see arguments in the list of processes, but not standard input.',
      'A burn paste is deleted once all of it is written. If that fails (a closed',
      'pipe, a full disk, Ctrl+C), the same command gets it again for a minute.',
    ],
  },
  rm: {
    synopsis: 'rm LINK|ID',
    summary: 'Delete a paste.',
    options: ['json', 'quiet', ...SERVICE_OPTIONS],
    operands: [1, 1],
    notes: [
      "Uses the manage token in this machine's history, your API key, or the",
      'key in the link of a paste made with --readers-delete and no password.',
    ],
  },
  extend: {
    synopsis: 'extend LINK|ID TTL',
    summary: 'Let a paste expire later, by TTL.',
    options: ['json', 'quiet', ...SERVICE_OPTIONS],
    operands: [2, 2],
    notes: ['TTL: 90s, 10m, 2h, 1d, 1w, 1y. Prints the new expiry.'],
  },
  receipt: {
    synopsis: 'receipt [OPTIONS] LINK|ID',
    summary: 'Print what became of a burn paste, and when.',
    options: ['wait', 'json', 'quiet', ...SERVICE_OPTIONS],
    help: { wait: 'wait for its end; show who waits for a release' },
    operands: [1, 1],
    notes: [
      'For its sender and its readers: created, opened, expired or deleted.',
      'With --wait, at a terminal, type the code that a reader of a paste with',
      '--approval tells you: this reader is released. "no CODE" refuses.',
    ],
  },
  ls: {
    synopsis: 'ls',
    summary: 'List the unexpired pastes made on this machine.',
    options: ['json', 'quiet', 'url'],
    operands: [0, 0],
    notes: ['Columns: id, expiry, title. The history has no encryption keys.'],
  },
  request: {
    synopsis: 'request [OPTIONS] [LINK|ID]',
    summary: 'Print a link by which others send you a secret. Only this machine can read it.',
    options: ['wait', 'resume', 'ttl', 'label', 'max', 'output', 'raw', 'json', 'quiet', 'copy', 'qr', ...SERVICE_OPTIONS],
    operands: [0, 1],
    notes: [
      'With --wait: the link on standard error, the answer on standard output.',
      'The inbox link stays in the state folder until all is read. As LINK, and in a',
      'browser, it opens the answers on any device.',
      'Ctrl+C ends nothing: "sealpaste request --resume" goes on.',
    ],
  },
  receive: {
    synopsis: 'receive [OPTIONS]',
    summary: 'Show a code to type elsewhere, wait ten minutes, print what is sent to it.',
    options: ['output', 'raw', 'quiet', ...SERVICE_OPTIONS],
    operands: [0, 0],
    notes: ['The code is on standard error. After Ctrl+C: "sealpaste request --resume".'],
  },
  answer: {
    synopsis: 'answer [OPTIONS] LINK|CODE [FILE…|-]',
    summary: 'Encrypt a secret for who made the link or code, and send it.',
    options: ['syntax', 'title', 'allow-empty', 'json', 'quiet', ...SERVICE_OPTIONS],
    operands: [1, Number.POSITIVE_INFINITY],
    notes: ['Without FILE: standard input. A link or code whose key was swapped: exit code 4.'],
  },
  run: {
    synopsis: 'run [OPTIONS] [--] COMMAND…',
    summary: 'Run a command with the secrets of links, and mask them in what it prints.',
    options: ['env', 'file', 'no-mask', ...PASSWORD_OPTIONS, 'quiet', ...SERVICE_OPTIONS],
    operands: [1, Number.POSITIVE_INFINITY],
    notes: [
      'NAME alone: the link is in the variable NAME, which no list of processes shows.',
      'request:LABEL as LINK: prints a link for somebody who has it, and waits.',
      'Exit code: that of the command. A burn paste is deleted once it has started.',
      "Masks don't show output on a terminal of its own: --no-mask for an editor.",
    ],
  },
  login: {
    synopsis: 'login [--url URL]',
    summary: 'Store an API key: typed, from standard input, or got by the browser.',
    options: ['quiet', ...SERVICE_OPTIONS],
    operands: [0, 0],
    notes: [
      'With an empty key, the browser gets one: allow it on the page that opens.',
      'Stored in $XDG_CONFIG_HOME/sealpaste/config.json, readable by you only.',
      'SEALPASTE_URL and SEALPASTE_API_KEY override it, --url overrides both.',
      'http:// to another machine: --insecure, stored too, or SEALPASTE_INSECURE=1.',
      'Behind a password of HTTP Basic: --url https://USER:PASSWORD@HOST, stored too.',
    ],
  },
  verify: {
    synopsis: 'verify [OPTIONS] URL',
    summary: "Compare what a service sends to browsers with this version's files.",
    options: ['link', 'manifest', 'quiet', 'insecure'],
    operands: [1, 1],
    notes: [
      'Prints a line for each difference. Exit codes: 0 the same, 1 something',
      'differs, 6 not reachable. The key of LINK is not sent. This cannot show a',
      'page for somebody else, or what runs on the server.',
    ],
  },
  completion: {
    synopsis: 'completion bash|zsh|fish',
    summary: 'Print the completion script of a shell.',
    options: [],
    operands: [1, 1],
    notes: ['bash: eval "$(sealpaste completion bash)"'],
  },
  help: { synopsis: 'help [COMMAND]', summary: 'Show all commands, or the help of one.', options: [], operands: [0, 1] },
  version: { synopsis: 'version', summary: 'Show the version.', options: [], operands: [0, 0] },
} as const satisfies Record<string, CommandForm>;
export type CommandName = keyof typeof COMMAND_FORMS;
export const COMMANDS: Record<CommandName, CommandForm> = COMMAND_FORMS;
export const COMMAND_NAMES = Object.keys(COMMAND_FORMS) as readonly CommandName[];

export const helpTextOf = (command: CommandName, option: OptionName): string => COMMANDS[command].help?.[option] ?? OPTIONS[option].help;

export interface CommandLine {
  command: CommandName;
  values: OptionValues;
  operands: string[];
}

export const isCommand = (word: string | undefined): word is CommandName => COMMAND_NAMES.includes(word as CommandName);

/** @param argv without program and script @throws CliError usage; it names options but no values, which may be secret */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const { values, positionals } = parse(argv);
  const [first] = positionals;
  const isNamed = isCommand(first);
  const command = isNamed ? first : 'create';
  const operands = isNamed ? positionals.slice(1) : positionals;
  if (values.help || values.version) return { command, values, operands };
  const {
    options,
    operands: [min, max],
    synopsis,
  } = COMMANDS[command];
  const foreign = (Object.keys(values) as OptionName[]).find((name) => !options.includes(name));
  if (foreign) throw usageError(`"${command}" has no option --${foreign}. See sealpaste ${isNamed ? `${command} ` : ''}--help`);
  if (operands.length < min || operands.length > max) throw usageError(`Expected: sealpaste ${synopsis}`);
  return { command, values, operands };
}

function parse(argv: readonly string[]): { values: OptionValues; positionals: string[] } {
  const options = Object.fromEntries(
    Object.entries(OPTIONS).map(([name, { short, value, isRepeated = false }]) => {
      const type = value === undefined ? 'boolean' : 'string';
      return [name, { type, multiple: isRepeated, ...(short === undefined ? {} : { short }) } as const];
    }),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
    return { values: values as OptionValues, positionals };
  } catch (error) {
    throw usageError(sentenceOf(error as NodeJS.ErrnoException));
  }
}

/** Takes only the option's name from Node's error, which also quotes the typed values. */
function sentenceOf({ code, message }: NodeJS.ErrnoException): string {
  const option = /'(--?[\w-]+)/.exec(message)?.[1] ?? '';
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const meant = similarTo(option.replace(/^-+/, ''), Object.keys(OPTIONS));
    return `There is no option ${option}. ${meant === null ? 'See sealpaste --help' : `Did you mean --${meant}?`}`;
  }
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return 'The command line makes no sense. See sealpaste --help';
  const name = /(?<=--)[\w-]+/.exec(message)?.[0] as OptionName | undefined;
  const takesValue = name !== undefined && OPTIONS[name]?.value !== undefined;
  return takesValue ? `--${name} needs a value. See sealpaste --help` : `--${name ?? ''} takes no value. See sealpaste --help`;
}

/** @returns the candidate that somebody probably meant to type: one letter differs, or two of more than five; null for none */
export function similarTo(word: string, candidates: readonly string[]): string | null {
  const near = (edits: number) => candidates.find((each) => each.length > 1 && differsBy(word, each, edits));
  return near(1) ?? (word.length > 5 ? near(2) : null) ?? null;
}
