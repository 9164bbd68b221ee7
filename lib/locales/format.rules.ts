/** Numbers, sizes, times and lists as the page's language writes them. Browser-safe. */
import { inByteUnits } from '../encoding/size.rules';
import { directionOf } from './languages.rules';
import { pageLanguage } from './page-language.rules';

/** `512 bytes`, `1.5 KiB`, `10 MiB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return formatUnit(bytes, 'byte');
  const [value, unit] = inByteUnits(bytes);
  const text = `${value.toLocaleString(pageLanguage(), { useGrouping: false })} ${unit}`;
  // Units have Latin letters, and would change places with the number (LRI and PDI).
  return directionOf(pageLanguage()) === 'rtl' ? `\u2066${text}\u2069` : text;
}

type Unit = 'byte' | 'second' | 'minute' | 'hour' | 'day' | 'week' | 'year';

/** `1 minute`, `7 days`. */
export function formatUnit(count: number, unit: Unit): string {
  const options = { style: 'unit', unit, unitDisplay: 'long', useGrouping: false } as const;
  return format(count, options, (language) => new Intl.NumberFormat(language, options));
}

/** `a, b`; with `or`: `a or b`. */
export const formatList = (items: readonly string[], type: 'unit' | 'or' = 'unit'): string =>
  new Intl.ListFormat(pageLanguage(), type === 'or' ? { type: 'disjunction' } : { type: 'unit', style: 'short' }).format(items);

/** Date and time in the reader's zone: `Fri 27 Nov 2026, 11:03`. */
export const formatTime = (time: Date): string => formatDate(time.getTime(), { weekday: 'short' });

/** @param timeZone the reader's own when it isn't given */
export function formatAbsolute(atMs: number, timeZone?: string): string {
  const text = formatDate(atMs, timeZone === undefined ? {} : { timeZone });
  return timeZone === 'UTC' ? `${text} UTC` : text;
}

const DATE = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const;

/** Formats a time; `م` (p.m.) stays on the line of its time. */
const formatDate = (atMs: number, options: Intl.DateTimeFormatOptions): string =>
  // English dates as most countries write them, the day before the month.
  format(atMs, options, (language) => new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { ...DATE, ...options })).replace(
    /(\d) (\p{L}+)$/u,
    '$1\u00a0$2',
  );

/** Formatters by language and options: creating one takes longer than using it hundreds of times. */
const formatters = new Map<string, { format(value: number): string }>();

function format(value: number, options: object, create: (language: string) => { format(value: number): string }): string {
  const key = `${pageLanguage()} ${JSON.stringify(options)}`;
  const formatter = formatters.get(key) ?? create(pageLanguage());
  formatters.set(key, formatter);
  return formatter.format(value);
}
