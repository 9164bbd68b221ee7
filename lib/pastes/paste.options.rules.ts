/**
 * The options of a paste, each described once. Schemas, stored rows, the key's binding, uploads, the command line, the
 * editor's draft and the API's document take them from this table (CONTRIBUTING, "Add an option to pastes").
 * Browser-safe: no imports.
 */

/** How an upload (`?burn=1`) or the command line (`--burn`) spells the option. */
interface Spelling {
  name: string;
  /** For the manual, in the imperative or as a noun. */
  text: string;
}

interface Described {
  /** The API's document says this of the field of a create. */
  text: string;
  /** Column of `pastes`. */
  column: string;
  /** The content's key is bound to the value: a paste whose row says something else doesn't decrypt. */
  isBound: boolean;
  /** Responses have the field: always, or only when it is set, which then has a description of its own. */
  shown: 'always' | { text: string };
  /** An option that, when set, leaves this one without a meaning: both together are refused. */
  ruledOutBy?: string;
  /** People choose it in the editor, whose words for it are `editorMessages.pasteOptions`. */
  isInEditor: boolean;
  upload?: Spelling;
  cli?: Spelling & { short?: string };
}

/** Off, or on. */
interface Flag extends Described {
  kind: 'flag';
}

/** A whole number, or null for none. */
interface Count extends Described {
  kind: 'count';
  min: number;
  max: number;
  /** What is counted, for errors. */
  unit: string;
  /** What the editor offers. */
  choices: readonly number[];
}

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
    // One read is a burn paste, which has claims.
    min: 2,
    max: 1_000,
    unit: 'reads',
    choices: [2, 3, 5, 10, 100],
    text: 'How many reads return the content, 2 to 1000: the last one deletes the paste. A page, a preview and HEAD are no reads. Not together with `burnAfterRead`.',
    column: 'max_reads',
    isBound: true,
    shown: { text: 'Of a paste with a number of reads: `viewCount` says how many there were.' },
    ruledOutBy: 'burnAfterRead',
    isInEditor: true,
    upload: { name: 'reads', text: 'How many reads return the text, 2 to 1000. Not together with `burn`.' },
    cli: { name: 'reads', text: 'delete after N reads, 2 to 1000' },
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
} as const satisfies Record<string, Flag | Count>;

export type OptionTable = typeof TABLE;
export type OptionName = keyof OptionTable;
export type PasteOption = Flag | Count;

export const PASTE_OPTIONS: Readonly<Record<OptionName, PasteOption>> = TABLE;
export const OPTION_NAMES = Object.keys(TABLE) as readonly OptionName[];

/** Names of the options of which the table says so. */
type NamesWhere<Said> = { [Name in OptionName]: OptionTable[Name] extends Said ? Name : never }[OptionName];

/** Values of the options of one paste. */
export type PasteOptions = { [Name in OptionName]: OptionTable[Name] extends { kind: 'flag' } ? boolean : number | null };
/** Those that people choose in the editor. */
export type ChosenOptions = Pick<PasteOptions, NamesWhere<{ isInEditor: true }>>;
export const CHOSEN_NAMES = OPTION_NAMES.filter((name) => PASTE_OPTIONS[name].isInEditor) as readonly (keyof ChosenOptions)[];
export type OptionColumn = OptionTable[OptionName]['column'];

/** Without any option: what a create means by leaving them out. */
export const NO_OPTIONS = mapOptions(({ kind }) => (kind === 'flag' ? false : null));

/** @param give the value of one option; a flag's must be a boolean, a count's a number or null */
export function mapOptions(give: (option: PasteOption, name: OptionName) => unknown): PasteOptions {
  // A loop, since each read and create comes by several times: Object.fromEntries takes five times as long.
  const values: Partial<Record<OptionName, unknown>> = {};
  for (const name of OPTION_NAMES) values[name] = give(PASTE_OPTIONS[name], name);
  return values as PasteOptions;
}

/** The options alone of what has more fields. */
export const optionsOf = (paste: PasteOptions): PasteOptions => mapOptions((_, name) => paste[name]);

/** The options that people choose in the editor, of what has more fields. */
export const chosenOptions = (paste: ChosenOptions): ChosenOptions =>
  Object.fromEntries(CHOSEN_NAMES.map((name) => [name, paste[name]])) as ChosenOptions;

export const isSet = (value: boolean | number | null): boolean => value !== false && value !== null;

/** The options that another one rules out, as pairs. */
export const EXCLUSIONS = OPTION_NAMES.flatMap((name) => {
  const { ruledOutBy } = PASTE_OPTIONS[name];
  return ruledOutBy === undefined ? [] : [[name, ruledOutBy as OptionName] as const];
});

/** The same options with none left that another one rules out. */
export const withoutRuledOut = (options: PasteOptions): PasteOptions =>
  mapOptions((_, name) => (isRuledOut(name, options) ? NO_OPTIONS[name] : options[name]));

/** Whether another option, which is set, leaves this one without a meaning. */
export const isRuledOut = (name: OptionName, options: Partial<PasteOptions>): boolean =>
  EXCLUSIONS.some(([ruledOut, by]) => ruledOut === name && isSet(options[by] ?? null));

/** Those that are set: what a create sends. */
export const setOptions = (options: Partial<PasteOptions>): Partial<PasteOptions> =>
  Object.fromEntries(OPTION_NAMES.flatMap((name) => (isSet(options[name] ?? null) ? [[name, options[name]]] : [])));
