/** Titles and labels in messages: one line, without control characters, direction overrides or fragments, which may hold a key. */

/**
 * Control characters and line ends, and what is invisible or changes the direction of the text after it. The joiners U+200C and
 * U+200D and the variation selectors stay: letters and emoji need them.
 */
const HIDDEN =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]+/gu;

/** Makes a text one line without hidden characters. Half surrogate pairs become U+FFFD. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(HIDDEN, ' ').trim();
}

/** Removes fragments from links to pastes: the key in a title's link would let all readers of the message decrypt that paste. */
function withoutFragments(text: string): string {
  return text.replace(/(\/(?:view|raw|manage)\/[0-9A-Za-z]{24}[^\s#]*)#\S*/g, '$1');
}

/** Cuts a text to this many UTF-16 units, in whole code points, with … at the end when something is missing. */
export function cut(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text;
  const kept = text.slice(0, maxUnits - 1);
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}

/** Formats a time as `2026-11-27 11:03 UTC`, because readers may be in any time zone. @param ms since 1970 */
export function formatMoment(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Writes a title in one line of at most so many UTF-16 units, without keys. */
export const shownTitle = (title: string, maxUnits: number): string => cut(oneLine(withoutFragments(title)), maxUnits);
