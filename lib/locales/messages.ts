/**
 * The sentences of the pages on the server, in the language of what runs (`current-language.ts`).
 *
 * A group of sentences is an object that looks them up at each access, so that one process serves all languages. What is taken out of
 * it when a module is loaded stays English: take sentences where they are needed.
 */
import { groups as english } from '../../components/messages/languages/en';
import { pageLanguage } from './page-language.rules';

type Words = Record<string | symbol, unknown>;

/** Pages are compiled apart from the server, and find the sentences in the process. */
const process_ = globalThis as { __languages?: Map<string, Words>; words?: Words };
process_.__languages ??= new Map();
const loaded = process_.__languages;
process_.words ??= Object.fromEntries(Object.keys(english).map((group) => [group, messagesOf(group)]));

/** Loads the sentences of languages; without it their pages are English. @param languages BCP 47 tags */
export async function loadLanguages(languages: readonly string[]): Promise<void> {
  const load = async (language: string) => (await import(`../../components/messages/languages/${language}.ts`)) as { groups: Words };
  await Promise.all(languages.map(async (language) => loaded.set(language, (await load(language)).groups)));
}

/** @param group name of a group of sentences @returns its sentences, in the language of each moment */
export function messagesOf(group: string): unknown {
  return follow((english as Words)[group] as Words, (groups) => groups[group] as Words);
}

/** @param find finds the words that `words` stands for in the groups of a language */
function follow(words: Words, find: (groups: Words) => Words): Words {
  const parts = new Map<string | symbol, Words>();
  return new Proxy(words, {
    get(target, name) {
      const value = target[name];
      if (typeof value === 'object' && value !== null) {
        const part = parts.get(name) ?? follow(value as Words, (groups) => find(groups)[name] as Words);
        parts.set(name, part);
        return part;
      }
      const groups = loaded.get(pageLanguage());
      return groups ? find(groups)[name] : value;
    },
  });
}
