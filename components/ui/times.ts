import { commonMessages } from '#components/messages/common';
import { formatUnit } from '#lib/locales/format.rules';
import { pageLanguage } from '#lib/locales/page-language.rules';
import { type Expiry, unitOf } from '#lib/pastes/expiry.rules';

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
  if (unit === null) return distance > 0 ? commonMessages.soon : commonMessages.justNow;
  return new Intl.RelativeTimeFormat(pageLanguage(), { numeric: 'auto' }).format(Math.round(distance / lengthMs), unit);
}

/** `10 minutes`, `1 week`, `Never`: in the largest unit that divides it. */
export const formatExpiry = (expiry: Expiry): string => (expiry === null ? commonMessages.never : formatUnit(...unitOf(expiry)));
