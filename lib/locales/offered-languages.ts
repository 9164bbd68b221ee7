/** The languages that a host offers, as BCP 47 tags. */
export interface OfferedLanguages {
  languages: readonly string[];
  /** One of them. */
  fallback: string;
}

/** The language, or the host's where there is none or the host has ceased to offer it. */
export const offeredOr = ({ languages, fallback }: OfferedLanguages, language: string | null): string =>
  language !== null && languages.includes(language) ? language : fallback;

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
