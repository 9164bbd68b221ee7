/**
 * Names the program of a request coarsely, for the person who decides about it: browser and system, no version. Whoever sends
 * the request chooses the name.
 */

/** The first that is found counts: most browsers also name others. */
const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
  [/^sealpaste\b/, 'sealpaste'],
  [/^curl\//, 'curl'],
  [/^Wget\//, 'Wget'],
  [/^python-/i, 'Python'],
  [/^node\b/i, 'Node.js'],
] as const;

const SYSTEMS = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** The beginning of `User-Agent` that is looked at. */
const MAX_CHARACTERS = 512;

const find = (names: readonly (readonly [RegExp, string])[], text: string) => names.find(([pattern]) => pattern.test(text))?.[1];

/** @returns for example `Firefox, Windows`, always of our own words; null: neither is known */
export function clientName(userAgent: string | null): string | null {
  const text = (userAgent ?? '').slice(0, MAX_CHARACTERS);
  return [find(BROWSERS, text), find(SYSTEMS, text)].filter((name) => name !== undefined).join(', ') || null;
}
