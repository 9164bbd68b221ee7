/**
 * `sealpaste get LINK|-`: fetches a paste, decrypts it on this machine, writes it.
 *
 * Guarantees for a burn paste, besides those of open-link.ts: it is acknowledged only when all its text and files were written
 * and flushed. If the program ends earlier, the same command gets the text again until the lease ends.
 */

import type { Context } from './context';
import { usageError } from './exit';
import { readShort } from './input';
import { pasteOf } from './open-link';
import { writePaste } from './output';

export async function get(context: Context): Promise<void> {
  const [link = ''] = context.operands;
  const opened = await pasteOf(context, link === '-' ? await linkFromInput() : link).open();
  await writePaste(context, opened.target, opened.pieces, opened.isBurn);
  await opened.acknowledge();
}

const MAX_LINK_CHARACTERS = 8 * 1024;

/** The link on standard input, where other users don’t see it. @throws CliError usage */
export async function linkFromInput(): Promise<string> {
  const text = await readShort(MAX_LINK_CHARACTERS, 'a link');
  if (text.trim() === '') throw usageError('Standard input has no link');
  return text;
}
