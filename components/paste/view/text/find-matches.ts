import { MAX_MATCHES, type Matches, type SearchQuery } from '../model/view-search';

/** Finds what somebody searches for; runs in a worker, because an expression may take for ever. @returns null when `query` is no expression */
export function findMatches({ text, query }: { text: string; query: SearchQuery }): Matches | null {
  let pattern: RegExp;
  try {
    pattern = patternOf(query);
  } catch {
    return null;
  }
  const offsets: number[] = [];
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const end = match.index + match[0].length;
    // An empty match is not shown, and the search must be moved past it.
    if (match[0] === '') pattern.lastIndex = end + 1;
    else if (offsets.length === MAX_MATCHES * 2) return { offsets, isMore: true };
    else offsets.push(match.index, end);
  }
  return { offsets, isMore: false };
}

/** Characters of a word, and those within one that have no look. */
const IN_WORD = '[\\u00ad\\u200c\\u200d]*[\\p{L}\\p{N}\\p{M}_]';

/** @throws SyntaxError when the query is no regular expression */
function patternOf({ text, matchesCase, wholeWord, isPattern }: SearchQuery): RegExp {
  const source = isPattern ? text : wordsPattern(text, matchesCase);
  const flags = `gm${matchesCase ? '' : 'i'}${isPattern && !wholeWord ? '' : 'u'}`;
  return new RegExp(wholeWord ? `(?<![\\p{L}\\p{N}\\p{M}_][\\u00ad\\u200c\\u200d]*)(?:${source})(?!${IN_WORD})` : source, flags);
}

/** Characters without a look that may be between two others: soft hyphens, joiners, marks of direction. */
const IGNORABLE = '\\p{Default_Ignorable_Code_Point}';
const IGNORED = new RegExp(IGNORABLE, 'gu');
/** `e` doesn't find the first half of an `é` that is written as two characters, as it doesn't find one written as one. */
const UNMARKED = '(?![\\u0300-\\u036f])';

/**
 * Finds a text however it is written: composed or decomposed (names of files on a Mac), with any blank for a blank, across
 * soft hyphens. The dots of the Turkish i count as case.
 */
function wordsPattern(text: string, matchesCase: boolean): string {
  const visible = text.replace(IGNORED, '');
  if (visible === '') return escaped(text);
  const characters = visible.normalize('NFC').match(/\P{M}\p{M}*|\p{M}+/gsu) ?? [];
  return characters.map((character) => characterPattern(character, matchesCase)).join(`${IGNORABLE}*`);
}

function characterPattern(character: string, matchesCase: boolean): string {
  if (/^\p{Zs}$/u.test(character)) return '\\p{Zs}';
  if (!matchesCase && /^[iIıİ]\u0307?$/.test(character)) return `(?:[iIıİ]\\u0307?${UNMARKED})`;
  const forms = [...new Set([character, character.normalize('NFD')])].map(escaped);
  const isLetter = /\p{L}/u.test(character);
  return forms.length === 1 ? `${forms[0]}${isLetter ? UNMARKED : ''}` : `(?:${forms.join('|')})${UNMARKED}`;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
