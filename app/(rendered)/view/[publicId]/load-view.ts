import { headers } from 'next/headers';
import { cache } from 'react';
import { PREVIEW_MAX_CHARACTERS, PREVIEW_MAX_LINES } from '#components/paste/view/model/view-limits';
import { firstLines } from '#components/paste/view/model/view-text';
import { services } from '#lib/composition/services';
import { failPage, isPageRead, nullIfMissing } from '#lib/http/page-status';
import { isPublicId } from '#lib/pastes/paste.rules';
import { hasMadeCookie } from '#lib/pastes/reading/own-view.rules';
import { isNobodyReading } from '#lib/pastes/reading/paste-readers';
import type { PagePaste } from '#lib/pastes/reading/paste-reads';
import { presentViewed } from '#lib/pastes/reading/viewed-paste.presenter';
import { IN_PAGE_MAX_BYTES, type ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { loadClientAddress, loadSignedIn } from '../../visitor';

/**
 * Loads a paste for its page. A small one is read, and so counted; a large one is counted when the page fetches it. A burn
 * paste, or one that HEAD, a prefetch or a scanner asks for, is only looked at. Loaded once a request.
 * @returns null when there is none; 'encrypted' for one that a client encrypted, whose page loads its data by itself
 */
export const loadView = cache(async (publicId: string): Promise<ViewedPaste | 'encrypted' | null> => {
  if (!isPublicId(publicId)) return null;
  const { pastes } = await services();
  const clientAddress = await loadClientAddress();
  const kind = await pastes.findKind(publicId, clientAddress).catch(failPage);
  if (kind !== 'plain') return kind;
  const sent = await headers();
  const isReader = isPageRead() && !isNobodyReading(sent);
  const isMaker = hasMadeCookie(sent.get('cookie'));
  const viewer = await loadSignedIn();
  const opening = pastes.openPage(publicId, { maxBytes: IN_PAGE_MAX_BYTES, isReader, viewer, isMaker, clientAddress });
  return opening.then((page) => presentViewed(page, previewOf(page))).catch(nullIfMissing);
});

/** The first lines of a large text; null for a paste that the page reads otherwise. */
function previewOf({ paste, content }: PagePaste): string | null {
  const { isE2ee, burnAfterRead, maxReads } = paste;
  if (content !== null || burnAfterRead || maxReads !== null || isE2ee) return null;
  return firstLines(decodeBeginning(paste.beginning), PREVIEW_MAX_LINES, PREVIEW_MAX_CHARACTERS);
}

/** Decodes the beginning up to its last whole character. */
function decodeBeginning(beginning: Buffer): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(beginning.subarray(0, PREVIEW_MAX_CHARACTERS), { stream: true });
}
