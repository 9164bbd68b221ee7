/** Reads the numbers of a table's column as people write them: with either decimal sign, with groups, per cent and currencies. */
import { withAsciiDigits } from '#lib/locales/digits.rules';

type DecimalSign = '.' | ',';

/** A longer cell is no number; reading one would take the square of its length. */
const MAX_CHARACTERS = 64;
const NUMBER_AND_UNIT = /^([-+\u2212]?)\s*(\D*?)\s*([-+\u2212]?[\d.,](?:[\d.,'’\s]*[\d.,])?(?:e[-+]?\d+)?)\s*(\D*)$/iu;
/** Currency signs, and what people write in place of one. */
const SIGN = /^(?:\p{Sc}|[A-Z]{1,2}\$|zł|kr\.?|Kč|TL|грн\.?|円|元|[%‰٪])?$/u;
/** One sign, once, before three digits: a group to some people and decimals to others. */
const AMBIGUOUS = /^[-+]?[1-9]\d{0,2}[.,]\d{3}$/;
const SHAPE: Record<DecimalSign, RegExp> = {
  '.': /^[-+]?(?:\d+|\d{1,3}(?:[,' ]\d{2,3})*[,' ]\d{3})?(?:\.\d*)?(?:e[-+]?\d+)?$/i,
  ',': /^[-+]?(?:\d+|\d{1,3}(?:[.' ]\d{2,3})*[.' ]\d{3})?(?:,\d*)?(?:e[-+]?\d+)?$/i,
};

const currencies = new Set(Intl.supportedValuesOf('currency'));
const isUnit = (text: string) => SIGN.test(text) || currencies.has(text);

const asciiNumber = (text: string) =>
  withAsciiDigits(text)
    .replace(/\u066b/g, '.')
    .replace(/\u066c/g, "'");

/** @returns the number without its unit, with plain signs for minus, groups and spaces; null: the cell has more than a number */
function bareNumber(cell: string): string | null {
  const text = cell.trim();
  if (text.length > MAX_CHARACTERS) return null;
  const [, sign = '', before = '', digits = '', after = ''] = NUMBER_AND_UNIT.exec(asciiNumber(text)) ?? [];
  if (!/\d/.test(digits) || !isUnit(before) || !isUnit(after) || (before !== '' && after !== '')) return null;
  return `${sign}${digits}`
    .replace(/\u2212/g, '-')
    .replace(/’/g, "'")
    .replace(/\s/g, ' ');
}

/** @returns the sign before a number's decimals; null: it has none, or the number can be read in two ways */
function decimalSignOf(bare: string): DecimalSign | null {
  if (AMBIGUOUS.test(bare)) return null;
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  if (last < 0) return null;
  const sign = bare[last] as DecimalSign;
  if (bare.indexOf(sign) === last) return sign;
  // A sign that comes again is between groups.
  return sign === '.' ? ',' : '.';
}

const decimalSignIn = (language: string): DecimalSign =>
  new Intl.NumberFormat(language).formatToParts(1.5).some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.';

/**
 * Reads the cells of a column as numbers. Where the whole column leaves the decimal sign open, the language decides.
 * @returns null: not every cell is a number
 */
export function columnNumbers(cells: readonly string[], language: string): number[] | null {
  const bare: string[] = [];
  for (const cell of cells) {
    const number = bareNumber(cell);
    if (number === null) return null;
    bare.push(number);
  }
  const decimal = bare.map(decimalSignOf).find((sign) => sign !== null) ?? decimalSignIn(language);
  if (!bare.every((number) => SHAPE[decimal].test(number))) return null;
  const groups = decimal === '.' ? /[,' ]/g : /[.' ]/g;
  return bare.map((number) => Number(number.replace(groups, '').replace(',', '.')));
}

/** Tells whether a cell alone is a number in some language. */
export const isNumber = (cell: string): boolean => columnNumbers([cell], 'en') !== null;
