/**
 * Rewrites the addresses of the build's files in a page that Next renders to those of the page's language
 * (scripts/language-chunks.mjs). Next knows one address for each file.
 *
 * In a page's visible text no address changes: the ones that do stand in `src` and `href`, or in a list of a script. A quotation mark
 * of a text has other characters before it in HTML and in a string of JSON; pastes whose text would come as it is are fetched by the
 * page (lib/pastes/reading/viewed-paste.presenter.ts).
 */
import type { ServerResponse } from 'node:http';
import { addressOf } from '#lib/site/address.rules';

/** The beginning of an address that the languages share, in attributes and in the strings of scripts. */
const SHARED = `"${addressOf('/_next/static/chunks/')}`;
/** The same behind what stands before an address, and before no quotation mark of a text. */
const NAMED = new RegExp(`(?<=(?:[[,]|(?:src|href)\\\\?":)\\\\?|(?:src|href)=)${SHARED}`, 'g');
/** Characters that decide whether the end of what was written is an address. */
const HELD_CHARACTERS = 'href\\":\\'.length + SHARED.length - 1;

/** Makes a response name the files of a language. Call it before anything is written. */
export function nameLanguageFiles(outgoing: ServerResponse, language: string): void {
  if (language === 'en') return;
  const { write, end } = outgoing;
  const own = `"${addressOf(`/_next/${language}/static/chunks/`)}`;
  /** The end of what was written, which may be the beginning of an address. */
  let held = '';

  /** @returns the bytes to send now. Latin-1 keeps each byte. */
  function rewrite(chunk: unknown, encoding: unknown, isLast: boolean): Buffer {
    const bytes =
      typeof chunk === 'string'
        ? Buffer.from(chunk, (encoding as BufferEncoding | undefined) ?? 'utf8')
        : ((chunk as Uint8Array | undefined) ?? []);
    const text = (held + Buffer.from(bytes).toString('latin1')).replace(NAMED, own);
    held = isLast ? '' : text.slice(-HELD_CHARACTERS);
    return Buffer.from(text.slice(0, text.length - held.length), 'latin1');
  }

  // Passes each call on; the types can't express the overloads.
  Object.assign(outgoing, {
    write(chunk: unknown, ...rest: unknown[]) {
      return Reflect.apply(write, outgoing, [rewrite(chunk, rest[0], false), ...rest.filter((each) => typeof each === 'function')]);
    },
    end(...args: unknown[]) {
      const [chunk, encoding] = typeof args[0] === 'function' ? [] : args;
      return Reflect.apply(end, outgoing, [rewrite(chunk, encoding, true), ...args.filter((each) => typeof each === 'function')]);
    },
  });
}
