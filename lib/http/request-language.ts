/** The language that a request gets: the visitor's choice, then the browser's languages, then the host's. */
import { inLanguage } from '../locales/current-language';
import { LANGUAGE_COOKIE } from '../locales/languages.rules';
import { lookUpLanguage, type OfferedLanguages } from '../locales/offered-languages';
import { cookieValue, weightedValues } from './request-headers';

type RequestHeaders = Pick<Headers, 'get'>;

/** Longer headers are no browser's. */
const MAX_RANGES = 20;

export function languageOf(headers: RequestHeaders, { languages, fallback }: OfferedLanguages): string {
  const chosen = cookieValue(headers.get('cookie'), LANGUAGE_COOKIE);
  if (chosen !== undefined && languages.includes(chosen)) return chosen;
  const ranges = weightedValues(headers.get('accept-language') ?? '').slice(0, MAX_RANGES);
  for (const { value, weight } of ranges.sort((a, b) => b.weight - a.weight)) {
    const found = weight > 0 ? lookUpLanguage(value, languages) : undefined;
    if (found !== undefined) return found;
  }
  return fallback;
}

/** Runs `make` in the language that a request gets. */
export const inRequestLanguage = <Result>(headers: RequestHeaders, offered: OfferedLanguages, make: () => Result): Result =>
  inLanguage(languageOf(headers, offered), make);
