/** Names of people who get one text by a link each, for pages and `sealpaste`. Browser-safe. */
import { MAX_TITLE_CHARACTERS } from './paste.rules';

/** Most people of one text. */
export const MAX_PEOPLE = 50;

/** Why names can't be used; `name` is the first that can't. */
export type PeopleProblem = { code: 'too-many-people'; count: number } | { code: 'name-wrong' | 'name-twice'; name: string };

/** @param names trimmed @returns null when each of them can have a link */
export function peopleProblem(names: readonly string[]): PeopleProblem | null {
  if (names.length > MAX_PEOPLE) return { code: 'too-many-people', count: names.length };
  const wrong = names.find((name) => name === '' || [...name].length > MAX_TITLE_CHARACTERS || /\p{Cc}/u.test(name));
  if (wrong !== undefined) return { code: 'name-wrong', name: wrong };
  // Nobody could tell their links apart.
  const twice = names.find((name, index) => names.indexOf(name) < index);
  return twice === undefined ? null : { code: 'name-twice', name: twice };
}
