import { languageOf } from '#lib/languages/language.rules';

const MAX_NAME_CHARACTERS = 100;
/** A title that already is a file name keeps its ending. */
const HAS_EXTENSION = /^[^/\\]*[^./\\\s]\.[A-Za-z0-9_+-]{1,12}$/;
const BARE_NAMES = /^(dockerfile|makefile|\.[\w.-]+)$/i;

/** A file name that every system takes, from the title, the language and, without title, the id. */
export function fileName(title: string, syntax: string, publicId: string): string {
  const name = clean(title);
  if (name !== '' && (HAS_EXTENSION.test(name) || BARE_NAMES.test(name))) return name;
  return `${name || publicId}.${languageOf(syntax)?.extension ?? 'txt'}`;
}

/** Removes characters that separate folders, are reserved or invisible, e.g. marks that reverse the direction of writing. */
function clean(title: string): string {
  return [...title.replace(/[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, ' ').replace(/\s+/g, ' ')]
    .slice(0, MAX_NAME_CHARACTERS)
    .join('')
    .replace(/^[\s.]+(?=\s|$)/, '')
    .replace(/[\s.]+$/, '')
    .trim();
}

/** Lets the browser save a text unchanged. */
export function saveText(text: string, name: string): void {
  saveBlob(new Blob([text], { type: 'text/plain;charset=utf-8' }), name);
}

export function saveBlob(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun the download by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
