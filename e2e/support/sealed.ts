import type { TextToSeal } from '../../lib/envelope/envelope-encode';
import { sealPaste } from '../../lib/envelope/envelope-seal';
import { deriveReadToken } from '../../lib/envelope/envelope-token';
import { call, createPaste, type PasteBody } from './api';

/** Encrypts a text like the page for new pastes and stores it. */
export async function createSealed(url: string, text: TextToSeal, options: { password?: string; fields?: Record<string, unknown> } = {}) {
  const { envelope, key } = await sealPaste(text, { password: options.password });
  const { publicId } = await createPaste(url, { content: envelope, isE2ee: true, ...options.fields });
  return { publicId, key, envelope, path: `/view/${publicId}#${key}` };
}

/** Reads a burn paste like a program with the key of its link: makes the read token that the refusal describes. */
export async function readWithKey(url: string, publicId: string, key: string): Promise<PasteBody> {
  const address = `${url}/api/v1/pastes/${publicId}`;
  const refused = await call<{ protectedHeader: string }>(address);
  const headers = { 'X-Service-Read-Token': await deriveReadToken(refused.body.protectedHeader, key) };
  return (await call<PasteBody>(address, { headers })).body;
}
