export { formatBytes } from '#lib/encoding/size.rules';

/** Date and time in the reader's zone: `Fri 27 Nov 2026, 11:03`. */
export function formatTime(time: Date): string {
  return TIME_FORMAT.format(time);
}

const TIME_FORMAT = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

const RELATIVE_UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** "3 minutes ago", "in 7 days", "just now". */
export function formatRelative(atMs: number, nowMs: number): string {
  const distance = atMs - nowMs;
  const [unit, lengthMs] = RELATIVE_UNITS.find(([, length]) => Math.abs(distance) >= length * 0.99) ?? [null, 0];
  if (unit === null) return distance > 0 ? 'in less than a minute' : 'just now';
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(Math.round(distance / lengthMs), unit);
}

/** @param timeZone the reader's own when it isn't given */
export function formatAbsolute(atMs: number, timeZone?: string): string {
  const text = absoluteFormat(timeZone).format(atMs);
  return timeZone === 'UTC' ? `${text} UTC` : text;
}

/** Formatters by time zone: creating one takes longer than using it hundreds of times. */
const absoluteFormats = new Map<string | undefined, Intl.DateTimeFormat>();

function absoluteFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = absoluteFormats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone ? { timeZone } : {}),
  });
  absoluteFormats.set(timeZone, format);
  return format;
}
