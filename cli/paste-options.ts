/** The options of a paste as command-line options, made from the table of all options, and its expiry. */
import { type Expiry, parseExpiry } from '../lib/pastes/expiry.rules';
import { OPTION_NAMES, type OptionTable, PASTE_OPTIONS, type PasteOptions, setOptions } from '../lib/pastes/paste-options.rules';
import { usageError } from './exit';

type Flag<Option> = Option extends { kind: 'count' | 'networks' | 'address' }
  ? { value: string; help: string }
  : { short?: string; help: string };

/** Command-line options by name, for the program's table of options. */
export type PasteFlags = {
  [Name in keyof OptionTable as OptionTable[Name] extends { cli: { name: infer Spelled extends string } } ? Spelled : never]: Flag<
    OptionTable[Name]
  >;
};

const OFFERED = OPTION_NAMES.flatMap((name) => {
  const option = PASTE_OPTIONS[name];
  return option.cli ? [{ name, option, cli: option.cli }] : [];
});

const VALUES = { flag: {}, count: { value: 'N' }, networks: { value: 'LIST' }, address: { value: 'ADDRESS' } };

export const PASTE_FLAGS = Object.fromEntries(
  OFFERED.map(({ option, cli }) => {
    const { name, short, text } = cli;
    return [name, { help: text, ...(short === undefined ? {} : { short }), ...VALUES[option.kind] }];
  }),
) as PasteFlags;

export const PASTE_FLAG_NAMES = OFFERED.map(({ cli }) => cli.name) as readonly (keyof PasteFlags)[];

type Values = { [Name in keyof PasteFlags]?: string | boolean };

/** @returns the options that are set @throws CliError usage */
export function parsePasteOptions(values: Values): Partial<PasteOptions> {
  const options: Partial<Record<keyof PasteOptions, boolean | number | string | string[] | null>> = {};
  for (const { name, option, cli } of OFFERED) {
    const given = values[cli.name as keyof PasteFlags];
    if (given === undefined) continue;
    const rival = OFFERED.find((other) => other.name === option.ruledOutBy);
    if (rival && values[rival.cli.name as keyof PasteFlags]) throw usageError(`Expected either --${rival.cli.name} or --${cli.name}`);
    const needed = OFFERED.find((other) => other.name === option.requires);
    if (needed && !values[needed.cli.name as keyof PasteFlags]) throw usageError(`--${cli.name} goes with --${needed.cli.name}`);
    options[name] =
      option.kind === 'flag'
        ? given === true
        : option.kind === 'count'
          ? parseCount(String(given), cli.name, option)
          : option.kind === 'address'
            ? String(given)
            : parseList(String(given));
  }
  return setOptions(options as Partial<PasteOptions>);
}

/** The service checks the networks. */
const parseList = (text: string): string[] => text.split(',').map((part) => part.trim());

function parseCount(text: string, name: string, { min, max }: { min: number; max: number }): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count < min || count > max) throw usageError(`--${name} takes a number from ${min} to ${max}`);
  return count;
}

/** Checks a length here, since the server would refuse it only after the whole upload. @throws CliError usage */
export function checkText(flag: string, text: string | undefined, maxCharacters: number): void {
  if ([...(text ?? '')].length > maxCharacters) throw usageError(`${flag} is too long. The limit is ${maxCharacters} characters`);
}

/** A week, where the instance doesn't know of a default of its own. */
export const DEFAULT_TTL_SECONDS = 604_800;

/**
 * `90s`, `10m`, `2h`, `1d`, `1w`, `1y`, seconds without a unit, or `never`.
 * @returns seconds, 1 to a year; null for `never`
 * @throws CliError usage
 */
export function parseTtl(text: string): Expiry {
  const expiry = parseExpiry(text);
  if (expiry === 'malformed') throw usageError(`"${text}" is not a time. Examples: 90s, 10m, 2h, 1d, 1w, 1y, never`);
  if (expiry === 'out-of-range')
    throw usageError(`"${text}" is out of range. A paste lives from 1 second to 1 year, or for ever ("never")`);
  return expiry;
}
