import { directionOf, LANGUAGE_NAMES } from '#lib/locales/languages.rules';
import { lookUpLanguage } from '#lib/locales/offered-languages';

/** Loads the sentences in the browser's language. Programs that have sentences are imported after it. */
export async function loadWords(): Promise<void> {
  const languages = Object.keys(LANGUAGE_NAMES);
  const language = navigator.languages.map((range) => lookUpLanguage(range, languages)).find((found) => found !== undefined) ?? 'en';
  Object.assign(document.documentElement, { lang: language, dir: directionOf(language) });
  const { groups } = (await import(`../components/messages/languages/${language}.ts`)) as { groups: object };
  Object.assign(globalThis, { words: groups });
}
