/**
 * The options of a paste, each described once. Schemas, stored rows, the key's binding, uploads, the command line, the
 * editor's draft and the API's document take them from this table (CONTRIBUTING, "Add an option to pastes").
 * Browser-safe.
 */
import { MAX_NETWORKS } from './network.rules';

/** How an upload (`?burn=1`) or the command line (`--burn`) spells the option. */
interface Spelling {
  name: string;
  /** Text of the manual, in the imperative or as a noun. */
  text: string;
}

interface Described {
  /** Description of the field in the API's document. */
  text: string;
  /** Name of the column of `pastes`. */
  column: string;
  /** The content's key is bound to the value: with another value in its row, the paste doesn't decrypt. */
  isBound: boolean;
  /** Whether responses always have the field, never, or only when it is set; the latter needs its own description. */
  shown: 'always' | 'never' | { text: string };
  /** Name of another option that makes this one meaningless: a create with both is refused. */
  ruledOutBy?: string;
  /** Name of another option without which this one is meaningless: a create without it is refused. */
  requires?: string;
  /** The editor offers the option, under the name in `editorMessages.pasteOptions`. */
  isInEditor: boolean;
  upload?: Spelling;
  cli?: Spelling & { short?: string };
}

interface FlagOption extends Described {
  kind: 'flag';
}

/** An option that is a whole number, or null for none. */
interface CountOption extends Described {
  kind: 'count';
  min: number;
  max: number;
  /** The counted things, for error messages. */
  unit: string;
  /** The numbers that the editor offers. */
  choices: readonly number[];
}

/** An option that is a list of networks in CIDR notation, or null for none. */
interface NetworksOption extends Described {
  kind: 'networks';
  max: number;
}

/** An option that is a mail address, or null for none. It is sealed at rest: a stored paste has '' in its place. */
interface AddressOption extends Described {
  kind: 'address';
  shown: 'never';
}

/** The smallest number of reads: a paste for one read is a burn paste, which has claims. */
const MIN_READS = 2;
const MAX_READS = 1_000;
const READS_RANGE = `${MIN_READS} to ${MAX_READS}`;

const TABLE = {
  burnAfterRead: {
    kind: 'flag',
    text: 'The first one to read it is the only one.',
    column: 'burn_after_read',
    isBound: true,
    shown: 'always',
    isInEditor: true,
    upload: { name: 'burn', text: 'The first one to read the paste is the only one.' },
    cli: { name: 'burn', short: 'b', text: 'burn after reading: only the first reader gets it' },
  },
  isE2ee: {
    kind: 'flag',
    text: 'The content is encrypted already, by the client; it is stored and returned as it is.',
    column: 'is_e2ee',
    isBound: true,
    shown: 'always',
    isInEditor: false,
    upload: { name: 'e2ee', text: 'The text is a JWE in compact form, which the client has encrypted.' },
  },
  maxReads: {
    kind: 'count',
    min: MIN_READS,
    max: MAX_READS,
    unit: 'reads',
    choices: [2, 3, 5, 10, 100],
    text: `How many reads return the content, ${READS_RANGE}: the last one deletes the paste. A page, a preview and HEAD are no reads. Not together with \`burnAfterRead\`.`,
    column: 'max_reads',
    isBound: true,
    shown: { text: 'Of a paste with a number of reads: `viewCount` says how many there were.' },
    ruledOutBy: 'burnAfterRead',
    isInEditor: true,
    upload: { name: 'reads', text: `How many reads return the text, ${READS_RANGE}. Not together with \`burn\`.` },
    cli: { name: 'reads', text: `delete after N reads, ${READS_RANGE}` },
  },
  approvals: {
    kind: 'count',
    min: 1,
    max: 2,
    unit: 'approvals',
    choices: [1, 2],
    text: 'How many people must release each reader, 1 or 2: a claim waits until then, and nothing else reads the paste. Only with `burnAfterRead`.',
    column: 'approvals',
    isBound: true,
    shown: { text: 'How many people must release a reader.' },
    requires: 'burnAfterRead',
    isInEditor: true,
    upload: { name: 'approval', text: 'How many people must release each reader, 1 or 2. Only with `burn`.' },
    cli: { name: 'approval', text: 'with -b: you (1) or two people (2) release readers' },
  },
  recipient: {
    kind: 'address',
    text: 'The mail address of the only reader: a claim waits, until its reader types the code that is mailed there. Only with `burnAfterRead`, without `approvals`, for a paste of an account, on a service that sends mail. No response has it but the list of those who wait, for the owner.',
    column: 'recipient_sealed',
    isBound: true,
    shown: 'never',
    ruledOutBy: 'approvals',
    requires: 'burnAfterRead',
    isInEditor: true,
    upload: {
      name: 'recipient',
      text: 'The mail address of the only reader, who gets a code there. Only with `burn` and a key, and not in the address of the request: a field of a form, or the header `X-Service-Recipient`.',
    },
    cli: { name: 'recipient', text: 'with -b: this mailbox gets a code for reading' },
  },
  readerMayDelete: {
    kind: 'flag',
    text: 'Whoever reads the paste can delete it, too. Not together with `burnAfterRead`; with `isE2ee` it needs `readProof`.',
    column: 'reader_may_delete',
    isBound: false,
    shown: { text: 'Whoever reads the paste can delete it.' },
    ruledOutBy: 'burnAfterRead',
    isInEditor: true,
    cli: { name: 'readers-delete', text: 'whoever has the link may delete it' },
  },
  readableFrom: {
    kind: 'networks',
    max: MAX_NETWORKS,
    text: `Networks (\`192.0.2.0/24\`) or addresses from which it can be read, 1 to ${MAX_NETWORKS}; for others it looks as if it weren't there. Null: from everywhere.`,
    column: 'readable_from',
    isBound: true,
    shown: { text: 'Networks from which the paste can be read.' },
    isInEditor: true,
    upload: { name: 'from', text: `Networks from which the text can be read, 1 to ${MAX_NETWORKS}, with commas between them.` },
    cli: { name: 'readable-from', text: `only from networks: 192.0.2.0/24,… up to ${MAX_NETWORKS}` },
  },
} as const satisfies Record<string, FlagOption | CountOption | NetworksOption | AddressOption>;

export type OptionTable = typeof TABLE;
export type OptionName = keyof OptionTable;
export type PasteOption = (FlagOption | CountOption | NetworksOption | AddressOption) & { ruledOutBy?: OptionName; requires?: OptionName };

export const PASTE_OPTIONS: Readonly<Record<OptionName, PasteOption>> = TABLE;
export const OPTION_NAMES = Object.keys(TABLE) as readonly OptionName[];

/** Names of the options whose table entry has these properties. */
type NamesWhere<Said> = { [Name in OptionName]: OptionTable[Name] extends Said ? Name : never }[OptionName];

interface Values {
  flag: boolean;
  count: number | null;
  networks: string[] | null;
  address: string | null;
}
type ValueOf<Option extends { kind: keyof Values }> = Values[Option['kind']];

export type PasteOptions = { [Name in OptionName]: ValueOf<OptionTable[Name]> };
export type ChosenOptions = Pick<PasteOptions, NamesWhere<{ isInEditor: true }>>;
export const CHOSEN_NAMES = OPTION_NAMES.filter((name) => PASTE_OPTIONS[name].isInEditor) as readonly (keyof ChosenOptions)[];

/** The values of a create that names no option. */
export const NO_OPTIONS = mapOptions(({ kind }) => (kind === 'flag' ? false : null));

/** @param give returns one option's value, of the type that `Values` has for its kind */
export function mapOptions(give: (option: PasteOption, name: OptionName) => unknown): PasteOptions {
  // A loop, since each read and create comes by: Object.fromEntries takes five times as long.
  const values: Partial<Record<OptionName, unknown>> = {};
  for (const name of OPTION_NAMES) values[name] = give(PASTE_OPTIONS[name], name);
  return values as PasteOptions;
}

/** Picks the options from an object with more fields. */
export const optionsOf = (paste: PasteOptions): PasteOptions => mapOptions((_, name) => paste[name]);

/** Picks the editor's options from an object with more fields. */
export const chosenOptions = (paste: ChosenOptions): ChosenOptions =>
  Object.fromEntries(CHOSEN_NAMES.map((name) => [name, paste[name]])) as ChosenOptions;

export const isSet = (value: PasteOptions[OptionName] | undefined): boolean => value !== false && (value ?? null) !== null;

/** Unsets the options that the others make meaningless. */
export const withoutRuledOut = (options: PasteOptions): PasteOptions =>
  mapOptions((_, name) => (isRuledOut(name, options) ? NO_OPTIONS[name] : options[name]));

/** Whether another option makes this one meaningless: because it is set, or because it is missing. */
export function isRuledOut(name: OptionName, options: Partial<PasteOptions>): boolean {
  const { ruledOutBy, requires } = PASTE_OPTIONS[name];
  return (ruledOutBy !== undefined && isSet(options[ruledOutBy])) || (requires !== undefined && !isSet(options[requires]));
}

/** The options that are set, as a create sends them. */
export const setOptions = (options: Partial<PasteOptions>): Partial<PasteOptions> =>
  Object.fromEntries(OPTION_NAMES.flatMap((name) => (isSet(options[name]) ? [[name, options[name]]] : [])));
