/** The language that a request gets: the visitor's choice, then the browser's languages, then the host's. */
import { inLanguage } from '../locales/current-language';
import { LANGUAGE_COOKIE } from '../locales/languages.rules';
import { lookUpLanguage, type OfferedLanguages } from '../locales/offered-languages';
import { cookieValue, weightedValues } from './request-headers';

/** The headers of a request that say its language. */
export interface LanguageHeaders {
  cookie: string | null;
  acceptLanguage: string | null;
}

/** Longer headers are no browser's. */
const MAX_RANGES = 20;

export function languageOf({ cookie, acceptLanguage }: LanguageHeaders, { languages, fallback }: OfferedLanguages): string {
  const chosen = cookieValue(cookie, LANGUAGE_COOKIE);
  if (chosen !== undefined && languages.includes(chosen)) return chosen;
  const ranges = weightedValues(acceptLanguage ?? '').slice(0, MAX_RANGES);
  for (const { value, weight } of ranges.sort((a, b) => b.weight - a.weight)) {
    const found = weight > 0 ? lookUpLanguage(value, languages) : undefined;
    if (found !== undefined) return found;
  }
  return fallback;
}

/** Runs `make` in the language that a request gets. @param headers the request's, as Fetch or Node has them */
export function inRequestLanguage<Result>(
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>,
  offered: OfferedLanguages,
  make: () => Result,
): Result {
  const get = (name: string) => (headers instanceof Headers ? headers.get(name) : (headers[name] as string | undefined)) ?? null;
  return inLanguage(languageOf({ cookie: get('cookie'), acceptLanguage: get('accept-language') }, offered), make);
}
