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

/** Formatters by language and unit: creating one takes longer than using it a hundred times. */
const unitFormatters = new Map<string, Intl.NumberFormat>();

/** `1 minute`, `7 days`. */
export function formatUnit(count: number, unit: Unit): string {
  const key = `${pageLanguage()} ${unit}`;
  let formatter = unitFormatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat(pageLanguage(), { style: 'unit', unit, unitDisplay: 'long', useGrouping: false });
    unitFormatters.set(key, formatter);
  }
  return formatter.format(count);
}

/** `a, b`; with `or`: `a or b`. */
export const formatList = (items: readonly string[], type: 'unit' | 'or' = 'unit'): string =>
  new Intl.ListFormat(pageLanguage(), type === 'or' ? { type: 'disjunction' } : { type: 'unit', style: 'short' }).format(items);

/** Date and time in the reader's zone: `Fri 27 Nov 2026, 11:03`. */
export const formatTime = (time: Date): string => format(time.getTime(), { weekday: 'short' });

/** @param timeZone the reader's own when it isn't given */
export function formatAbsolute(atMs: number, timeZone?: string): string {
  const text = format(atMs, timeZone === undefined ? {} : { timeZone });
  return timeZone === 'UTC' ? `${text} UTC` : text;
}

/** Formats a time; `م` (p.m.) stays on the line of its time. */
const format = (atMs: number, options: Intl.DateTimeFormatOptions): string =>
  formatterOf(options)
    .format(atMs)
    .replace(/(\d) (\p{L}+)$/u, '$1\u00a0$2');

/** Formatters by language and options: creating one takes longer than using it hundreds of times. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const language = pageLanguage();
  const key = `${language} ${JSON.stringify(options)}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    // English dates as most countries write them, the day before the month.
    const locale = language === 'en' ? 'en-GB' : language;
    formatter = new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      ...options,
    });
    formatters.set(key, formatter);
  }
  return formatter;
}
