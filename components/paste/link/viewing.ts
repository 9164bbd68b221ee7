import type { PageData } from '#lib/api/page-data.rules';
import type { DocumentText } from '#lib/envelope/envelope-document';
import type { ViewData, ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { idInAddress } from '#lib/site/address.rules';
import type { Early } from './early';

const TYPES: { [Field in keyof ViewedPaste]: readonly string[] } = {
  publicId: ['string'],
  title: ['string'],
  syntax: ['string'],
  isE2ee: ['boolean'],
  isEnvelope: ['boolean'],
  burnAfterRead: ['boolean'],
  needsRelease: ['string', 'null'],
  readsLeft: ['number', 'null'],
  maxReads: ['number', 'null'],
  lastReadAt: ['number', 'null'],
  hasPassword: ['boolean'],
  viewCount: ['number'],
  contentBytes: ['number'],
  createdAt: ['number'],
  expiresAt: ['number', 'null'],
  content: ['string', 'null'],
  preview: ['string', 'null'],
  isOwn: ['boolean'],
  isOpenToAll: ['boolean'],
  readerMayDelete: ['boolean'],
  needsReadToken: ['boolean'],
  readHeader: ['string', 'null'],
  renderedAt: ['number'],
};

export const isViewedPaste = (value: Record<string, unknown>): boolean =>
  Object.entries(TYPES).every(([field, types]) => types.includes(value[field] === null ? 'null' : typeof value[field]));

/**
 * Checks the data of the page: the page's file may be proved to be ours, but the data comes from whoever runs the server.
 * @throws TypeError
 */
export function viewingOf(
  data: PageData,
  { opened, envelope, beginning }: Early,
): { paste: ViewedPaste | null; opened: DocumentText | null } {
  const { paste } = data as PageData & Partial<ViewData>;
  if (paste === null) return { paste, opened: null };
  if (paste === undefined || !isViewedPaste({ ...paste })) throw new TypeError('expected the data of a paste');
  // The address says which paste this is, and an encrypted link opens nothing that isn't encrypted.
  if (!paste.isE2ee || paste.publicId !== idInAddress()) throw new TypeError('expected the data of this paste');
  const title = beginning?.title ?? paste.title;
  return { paste: { ...paste, title, content: paste.content ?? envelope, preview: beginning?.lines ?? null }, opened };
}
