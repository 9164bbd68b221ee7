/**
 * Rewrites the addresses of the build's files in a page that Next renders to those of the page's language
 * (scripts/language-chunks.mjs). Next knows one address for each file.
 *
 * In a page's visible text no address changes, because a quotation mark stands before the ones that do.
 */
import type { ServerResponse } from 'node:http';
import { addressOf } from '#lib/site/address.rules';

/** An address begins with that in attributes, and in the strings of scripts. */
const SHARED = `"${addressOf('/_next/static/chunks/')}`;

/** Makes a response name the files of a language. Call it before anything is written. */
export function nameLanguageFiles(outgoing: ServerResponse, language: string): void {
  if (language === 'en') return;
  const { write, end } = outgoing;
  const own = `"${addressOf(`/_next/${language}/static/chunks/`)}`;
  /** The end of what was written, while it may be the beginning of an address. */
  let held = '';

  /** @returns the bytes to send now. Latin-1 keeps each byte. */
  function rewrite(chunk: unknown, encoding: unknown, isLast: boolean): Buffer {
    const bytes =
      typeof chunk === 'string'
        ? Buffer.from(chunk, (encoding as BufferEncoding | undefined) ?? 'utf8')
        : ((chunk as Uint8Array | undefined) ?? []);
    const text = (held + Buffer.from(bytes).toString('latin1')).replaceAll(SHARED, own);
    held = isLast ? '' : beginningAtEnd(text);
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

/** @returns the longest end of a text with which an address could begin */
function beginningAtEnd(text: string): string {
  for (let length = Math.min(SHARED.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(SHARED.slice(0, length))) return SHARED.slice(0, length);
  return '';
}
