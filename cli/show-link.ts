import { renderUnicodeCompact } from 'uqr';
import { copyText } from './clipboard';
import type { Context } from './context';
import { writeError, writeFailure } from './terminal';

/** Shows a link that was printed in the other ways that the options name. It exists already, so a failure ends nothing. */
export async function showLink({ values, env, tell }: Context, url: string): Promise<void> {
  if (values.qr) writeError(`${renderUnicodeCompact(url)}\n`);
  if (!values.copy) return;
  if (await copyText(url, env)) tell('The link is copied.');
  else writeFailure('The link is not copied: there is no clipboard here.');
}
