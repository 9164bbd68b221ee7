/** Which language a request gets: the visitor's choice, then the browser's languages, then the host's. */
import { LANGUAGE_COOKIE } from './languages.rules';

/** What of a request's headers says the language. */
export interface LanguageHeaders {
  cookie: string | null;
  acceptLanguage: string | null;
}

/** What a host offers, as BCP 47 tags. */
export interface OfferedLanguages {
  languages: readonly string[];
  /** One of them. */
  fallback: string;
}

/** Longer headers are no browser's. */
const MAX_RANGES = 20;

export function languageOf({ cookie, acceptLanguage }: LanguageHeaders, { languages, fallback }: OfferedLanguages): string {
  const chosen = cookie === null ? undefined : new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([\\w-]+)`).exec(cookie)?.[1];
  if (chosen !== undefined && languages.includes(chosen)) return chosen;
  for (const range of rangesOf(acceptLanguage)) {
    const found = lookUpLanguage(range, languages);
    if (found !== undefined) return found;
  }
  return fallback;
}

/** @param header `Accept-Language` (RFC 9110 §12.5.4) @returns its ranges, the most wanted first */
function rangesOf(header: string | null): string[] {
  const parts = (header ?? '').split(',', MAX_RANGES).map((part) => {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return { range, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 };
  });
  return parts
    .filter(({ range, weight }) => range !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ range }) => range);
}

/**
 * Finds the language by its tag without the subtags at its end (lookup, RFC 4647 §3.4), else one that is written in the same script:
 * `zh-CN` is `zh-Hans`, and a reader of `pt-PT` reads `pt-BR`.
 * @param range a BCP 47 tag, or what should be one
 */
export function lookUpLanguage(range: string, languages: readonly string[]): string | undefined {
  for (let tag = range.toLowerCase(); tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    const found = languages.find((language) => language.toLowerCase() === tag);
    if (found !== undefined) return found;
  }
  const written = writtenLanguage(range);
  return written === null ? undefined : languages.find((language) => writtenLanguage(language) === written);
}

/** @returns language and script; null for what is no tag */
function writtenLanguage(tag: string): string | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return null;
  }
}
