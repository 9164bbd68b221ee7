import { fileNameOfTitle } from '#lib/envelope/envelope-names';
import { languageOf } from '#lib/languages/language.rules';
import { languageOfName } from '#lib/languages/language-files.rules';

/** A file name that every system takes, from the title, the language and, without title, the id. */
export function fileName(title: string, syntax: string, publicId: string): string {
  return fileNameOfTitle(title, {
    known: languageOfName(title) !== undefined,
    ending: languageOf(syntax)?.extension ?? 'txt',
    id: publicId,
  });
}

/** Lets the browser save a content unchanged, under its name: no browser opens the usual type in place, or adds its ending to a name. */
export function save(content: BlobPart, name: string, type = 'application/octet-stream'): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  // The browser has begun the download by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
