import { hasPassword, isEnvelope, protectedHeader } from '../storage/paste-envelope';
import type { PagePaste } from './paste-reads';
import type { ViewedPaste } from './viewed-paste.rules';

/** A page of another language than English names files by other addresses (server/language-addresses.ts): such a text is fetched. */
const FILE_ADDRESS = '/_next/static/chunks/';

/** Presents a paste for its page. @param preview the first lines of a text that the page must fetch; null: none */
export function presentViewed(
  { paste, viewCount, content, isOpenToAll, needsReadToken, isOwn }: PagePaste,
  preview: string | null = null,
): ViewedPaste {
  const { publicId, title, syntax, isE2ee, burnAfterRead, maxReads, lastReadAt, readerMayDelete, contentBytes, createdAt, expiresAt } =
    paste;
  return {
    publicId,
    // A title beside an envelope isn't the encrypted one; a burn paste's title is for its reader.
    title: isE2ee || burnAfterRead ? '' : title,
    syntax,
    isE2ee,
    isEnvelope: isEnvelope(paste),
    burnAfterRead,
    needsRelease: paste.approvals !== null ? 'sender' : paste.recipient !== null ? 'mail' : null,
    readsLeft: maxReads === null ? null : maxReads - viewCount,
    maxReads,
    lastReadAt,
    hasPassword: isE2ee && hasPassword(paste),
    viewCount,
    contentBytes,
    createdAt,
    expiresAt,
    content: content === null || content.includes(FILE_ADDRESS) ? null : content.toString('utf8'),
    preview,
    isOwn,
    isOpenToAll,
    readerMayDelete,
    needsReadToken,
    readHeader: burnAfterRead || readerMayDelete ? protectedHeader(paste) : null,
    renderedAt: Date.now(),
  };
}
