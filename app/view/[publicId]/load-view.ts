import { headers } from 'next/headers';
import { cache } from 'react';
import type { ViewedPaste } from '#components/paste/view/model/view-data';
import { IN_PAGE_MAX_BYTES, PREVIEW_MAX_CHARACTERS, PREVIEW_MAX_LINES } from '#components/paste/view/model/view-limits';
import { firstLines } from '#components/paste/view/model/view-text';
import { services } from '#lib/composition/services';
import { nullIfMissing, pageReaders } from '#lib/http/page-status';
import { isPublicId } from '#lib/pastes/paste.rules';
import { hasMadeCookie } from '#lib/pastes/reading/own-view.rules';
import { isNobodyReading } from '#lib/pastes/reading/paste-readers';
import type { PagePaste } from '#lib/pastes/reading/paste-reads';
import { hasPassword, isEnvelope, protectedHeader } from '#lib/pastes/storage/paste-envelope';
import { loadSignedIn } from '../../account/load-account';

/**
 * Loads a paste for its page. A small one is read, and so counted; a large one is counted when the page fetches it. A burn
 * paste, or one that a prefetch or a scanner asks for, is only looked at. Loaded once a request.
 * @returns null when there is none
 */
export const loadView = cache(async (publicId: string): Promise<ViewedPaste | null> => {
  if (!isPublicId(publicId)) return null;
  const { pastes } = await services();
  const sent = await headers();
  const isReader = !isNobodyReading(sent);
  const isMaker = hasMadeCookie(sent.get('cookie'));
  const viewer = await loadSignedIn();
  const opening = pastes.openPage(publicId, { maxBytes: IN_PAGE_MAX_BYTES, isReader, viewer, isMaker, readers: pageReaders() });
  return opening.then(present).catch(nullIfMissing);
});

function present({ paste, viewCount, content, isOpenToAll, needsReadToken, isOwn }: PagePaste): ViewedPaste {
  const { publicId, title, syntax, isE2ee, burnAfterRead, maxReads, readerMayDelete, contentBytes, createdAt, expiresAt } = paste.summary;
  const hasPreview = content === null && !burnAfterRead && maxReads === null && !isE2ee;
  return {
    publicId,
    // A title beside an envelope isn't the encrypted one; a burn paste's title is for its reader.
    title: isE2ee || burnAfterRead ? '' : title,
    syntax,
    isE2ee,
    isEnvelope: isEnvelope(paste),
    burnAfterRead,
    readsLeft: maxReads === null ? null : maxReads - viewCount,
    hasPassword: isE2ee && hasPassword(paste),
    viewCount,
    contentBytes,
    createdAt,
    expiresAt,
    content: content === null ? null : content.toString('utf8'),
    preview: hasPreview ? firstLines(decodeBeginning(paste.beginning), PREVIEW_MAX_LINES, PREVIEW_MAX_CHARACTERS) : null,
    isOwn,
    isOpenToAll,
    readerMayDelete,
    needsReadToken,
    readHeader: burnAfterRead || readerMayDelete ? protectedHeader(paste) : null,
    renderedAt: Date.now(),
  };
}

/** Decodes the beginning up to its last whole character. */
function decodeBeginning(beginning: Buffer): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(beginning.subarray(0, PREVIEW_MAX_CHARACTERS), { stream: true });
}
