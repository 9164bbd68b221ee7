import type { TextToSeal } from '#lib/envelope/envelope-encode';
import { sealPaste } from '#lib/envelope/envelope-seal';
import { deriveReadToken } from '#lib/envelope/envelope-token';
import type { ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';

export const PUBLIC_ID = 'a'.repeat(24);

/** A plain paste that is not in the page, unless the fields say something else. */
export const viewedPaste = (fields: Partial<ViewedPaste> = {}): ViewedPaste => ({
  publicId: PUBLIC_ID,
  title: '',
  syntax: 'plaintext',
  isE2ee: false,
  isEnvelope: false,
  burnAfterRead: false,
  needsRelease: null,
  readsLeft: null,
  maxReads: null,
  lastReadAt: null,
  hasPassword: false,
  viewCount: 1,
  contentBytes: 5,
  createdAt: 0,
  expiresAt: null,
  content: null,
  preview: null,
  isOwn: false,
  isOpenToAll: false,
  readerMayDelete: false,
  needsReadToken: false,
  readHeader: null,
  renderedAt: 0,
  ...fields,
});

/** Encrypts a text for real, and returns it as the pages know it. */
export async function sealedPaste(text: TextToSeal, password?: string) {
  const { envelope, key } = await sealPaste(text, { password });
  const readHeader = envelope.slice(0, envelope.indexOf('.'));
  return {
    envelope,
    key,
    readToken: await deriveReadToken(readHeader, key, password),
    /** The envelope is part of the page. */
    inPage: viewedPaste({
      isE2ee: true,
      isEnvelope: true,
      hasPassword: password !== undefined,
      content: envelope,
      contentBytes: envelope.length,
    }),
    /** Burns, and needs a read proof. */
    burning: viewedPaste({
      isE2ee: true,
      isEnvelope: true,
      burnAfterRead: true,
      hasPassword: password !== undefined,
      needsReadToken: true,
      readHeader,
      contentBytes: envelope.length,
    }),
  };
}
