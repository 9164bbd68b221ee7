/**
 * Names of a paste's files, cleaned wherever they enter and wherever they leave: a writer may be hostile, and so may a
 * name that a person was made to choose. What comes out is safe as the name of a file on every system.
 *
 * Guarantees: no path, nothing that can't be seen or turns the direction of writing, no name that Windows reserves, at
 * most MAX_FILE_NAME_BYTES. Cleaning twice changes nothing. Names of one paste differ, in upper and lower case as well.
 * Not protected: a leading dot or dash stays, except in archives: files that are unpacked must not be read by a shell as
 * its settings (`.profile`) or as an option (`-rf`).
 */

/** UTF-8; file systems take 255, and a number may be added. */
const MAX_FILE_NAME_BYTES = 200;
/** What is longer is cut before anything looks at it. */
const MAX_GIVEN_CHARACTERS = 1_000;
const NO_NAME = 'file';

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const RESERVED_CHARACTERS = /[<>:"|?*]/g;
/** Names of Windows' devices, with any ending. */
const RESERVED_NAME = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)/i;
const ENDING = /\.[A-Za-z0-9]{1,12}$/;

/** @param name as somebody gave it, perhaps with a path */
export function cleanFileName(name: string): string {
  const segments = name.slice(-MAX_GIVEN_CHARACTERS).normalize('NFC').split(/[/\\]/).map(cleanSegment);
  const last = cutToFit(segments.findLast((segment) => segment !== '') ?? NO_NAME);
  return RESERVED_NAME.test(last) ? `_${last}` : last;
}

/** The names in their order, cleaned; what is there already gets a number: `a (2).txt`. */
export function distinctFileNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((given) => {
    const name = cleanFileName(given);
    const ending = ENDING.exec(name)?.[0] ?? '';
    const stem = name.slice(0, name.length - ending.length);
    let distinct = name;
    for (let number = 2; taken.has(folded(distinct)); number += 1) distinct = `${stem} (${number})${ending}`;
    taken.add(folded(distinct));
    return distinct;
  });
}

/** The same for the entries of an archive: none begins with a dot or a dash. */
export function archiveFileNames(names: readonly string[]): string[] {
  return distinctFileNames(names.map((name) => cleanFileName(name).replace(/^[-.\s]+/, '')));
}

/** File systems that ignore case don't agree on how; this one ignores the most. */
const folded = (name: string) => name.toUpperCase().toLowerCase();

function cleanSegment(segment: string): string {
  return segment
    .replace(UNSEEN, '')
    .replace(RESERVED_CHARACTERS, '_')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[. ]+$/, '');
}

function cutToFit(name: string): string {
  if (utf8Bytes(name) <= MAX_FILE_NAME_BYTES) return name;
  const ending = ENDING.exec(name)?.[0] ?? '';
  let room = MAX_FILE_NAME_BYTES - ending.length;
  let stem = '';
  for (const character of name) {
    room -= utf8Bytes(character);
    if (room < 0) break;
    stem += character;
  }
  return stem.replace(/[. ]+$/, '') + ending;
}

const utf8Bytes = (text: string) => new TextEncoder().encode(text).length;
