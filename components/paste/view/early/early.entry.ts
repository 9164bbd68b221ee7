/**
 * Decrypts the envelope in the document before the page's program has arrived, and shows the first lines in place.
 * Part of the document itself; the program then opens the envelope again, as if nothing had happened: what can't be
 * opened here is explained there, and the key stays in the address until the program takes it.
 */
import { openWithKey } from '#lib/envelope/envelope.direct';
import { parseFragment } from '#lib/envelope/fragment';
import { PREVIEW_MAX_CHARACTERS, PREVIEW_MAX_LINES } from '../model/view.limits';
import { firstLines, splitLines } from '../model/view.text';
import { EARLY_ENVELOPE_ID, EARLY_LINES_ID } from './early.ids';

async function open(): Promise<void> {
  const envelope = document.getElementById(EARLY_ENVELOPE_ID)?.textContent;
  const { key } = parseFragment(location.hash);
  if (!envelope || !key) return;
  const { content } = await openWithKey(envelope, key);
  const place = document.getElementById(EARLY_LINES_ID);
  if (!place) return;
  for (const line of splitLines(firstLines(content, PREVIEW_MAX_LINES, PREVIEW_MAX_CHARACTERS))) {
    const element = document.createElement('span');
    element.className = place.dataset.line ?? '';
    element.textContent = `${line}\n`;
    place.append(element);
  }
}

open().catch(() => undefined);
