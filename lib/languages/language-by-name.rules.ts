import { LANGUAGES } from './language.rules';
import { LANGUAGE_FILES } from './language-files.rules';

/** Finds a file's language by its extension or its whole name: `style.css`, `Dockerfile`. @returns an id of LANGUAGES */
export function languageOfName(fileName: string): string | undefined {
  const name = fileName.trim().toLowerCase();
  const ending = /\.([^.]+)$/.exec(name)?.[1] ?? '';
  // “At 5 p.m” is a title and no Objective-C.
  if (ending.length === 1 && /\s/.test(name)) return undefined;
  return (
    LANGUAGE_FILES.find(({ names }) => names?.includes(name))?.language ??
    LANGUAGE_FILES.find(({ extensions }) => extensions?.includes(ending))?.language ??
    LANGUAGES.find(({ extension }) => extension === ending)?.id
  );
}
