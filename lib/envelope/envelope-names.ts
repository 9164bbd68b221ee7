/**
 * Cleans the names of a paste's files, before encryption and after decryption, because a writer may be hostile, and so may
 * a name that somebody was tricked into choosing. A cleaned name is safe as a file's name on every system.
 *
 * Guarantees: no path, no invisible or bidirectional control characters, no name that Windows reserves, at
 * most MAX_FILE_NAME_BYTES. Cleaning twice changes nothing. Names of one paste differ, even when case is ignored.
 * Not protected: a leading dot or dash stays in a browser's download, which the browser shows. In archives and folders of the
 * client it goes: a shell must not take unpacked files for its settings (`.profile`) or for an option (`-rf`).
 */

/** Length limit in UTF-8: file systems take 255 bytes, and a number may be added. */
const MAX_FILE_NAME_BYTES = 200;
/** Longer names are cut before anything else. */
const MAX_GIVEN_CHARACTERS = 1_000;
const NO_NAME = 'file';

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const RESERVED_CHARACTERS = /[<>:"|?*]/g;
/** Names of Windows' devices, with any extension. */
const RESERVED_NAME = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)/i;
const ENDING = /\.[A-Za-z0-9]{1,12}$/;

/** @param name the name as given, perhaps with a path */
export function cleanFileName(name: string): string {
  const segments = name.slice(-MAX_GIVEN_CHARACTERS).normalize('NFC').split(/[/\\]/).map(cleanSegment);
  const last = cutToFit(segments.findLast((segment) => segment !== '') ?? NO_NAME);
  return RESERVED_NAME.test(last) ? `_${last}` : last;
}

/** Cleans names and keeps their order; a name that is taken gets a number: `a (2).txt`. */
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

/** Cleans a name that somebody else has chosen for a file of this machine: it begins with no dot or dash. */
export const unpackedFileName = (name: string): string => cleanFileName(cleanFileName(name).replace(/^[-.\s]+/, ''));

/** Cleans the names of an archive's entries, so that none begins with a dot or a dash. */
export const archiveFileNames = (names: readonly string[]): string[] => distinctFileNames(names.map(unpackedFileName));

/** Endings of titles that no file has: a version or a time, and the top of a host's name. */
const NO_ENDING = /\.(?:\d+|com|net|org|edu|gov|info|biz|eu)$|(?:^|\s)www\./i;
const FILE_ENDING = /[^./\\\s]\.[A-Za-z0-9_+-]{1,12}$/;

/**
 * The name of the file in which a text is saved.
 * @param title of the text, which is no path: a slash in it is no folder
 * @param known whether a title is the name of a file for sure, such as `Makefile`
 * @param ending for a title that is none, without a dot
 * @param id names a text without a title
 */
export function fileNameOfTitle(title: string, { known, ending, id }: { known: boolean; ending: string; id: string }): string {
  const name = title
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, ' ')
    .replace(/^(?:\s*\.+(?=\s|$))+/, '')
    .replace(/[\s.]+$/, '')
    .trim();
  const isFile = name !== '' && (known || /^\.[\w.-]+$/.test(name) || (FILE_ENDING.test(name) && !NO_ENDING.test(name)));
  return cleanFileName(isFile ? name : `${name || id}.${ending}`);
}

/** Folds case more than any file system that ignores case, because they differ in how they do that. */
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
  if (firstCharacters(name, MAX_FILE_NAME_BYTES) === name) return name;
  const ending = ENDING.exec(name)?.[0] ?? '';
  return firstCharacters(name, MAX_FILE_NAME_BYTES - ending.length).replace(/[. ]+$/, '') + ending;
}

/** The whole characters that fit into so many bytes of UTF-8. */
const firstCharacters = (text: string, maxBytes: number): string =>
  text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(maxBytes)).read);
