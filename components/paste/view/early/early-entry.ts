/**
 * The early script: decrypts the envelope in the document and shows the first lines before React has loaded. React then
 * decrypts the envelope again and reports any failure. The key stays in the address.
 */
import { openWithKey } from '#lib/envelope/envelope-direct';
import { parseFragment } from '#lib/envelope/fragment';
import { PREVIEW_MAX_CHARACTERS, PREVIEW_MAX_LINES } from '../model/view-limits';
import { firstLines, splitLines } from '../model/view-text';
import { EARLY_ENVELOPE_ID, EARLY_LINES_ID } from './early-ids';

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
