import type { TextToSeal } from '../../lib/envelope/envelope.encode';
import { sealPaste } from '../../lib/envelope/envelope.seal';
import { deriveReadToken } from '../../lib/envelope/envelope.token';
import { call, createPaste, type PasteBody } from './api';

/** Stores a text that was encrypted as the page for new pastes does it. */
export async function createSealed(url: string, text: TextToSeal, options: { password?: string; fields?: Record<string, unknown> } = {}) {
  const { envelope, key } = await sealPaste(text, { password: options.password });
  const { publicId } = await createPaste(url, { content: envelope, isE2ee: true, ...options.fields });
  return { publicId, key, envelope, path: `/view/${publicId}#${key}` };
}

/** Reads a burn paste as a program that has the key from its link: by the token that the refusal says how to make. */
export async function readWithKey(url: string, publicId: string, key: string): Promise<PasteBody> {
  const address = `${url}/api/v1/pastes/${publicId}`;
  const refused = await call<{ protectedHeader: string }>(address);
  const headers = { 'X-Service-Read-Token': await deriveReadToken(refused.body.protectedHeader, key) };
  return (await call<PasteBody>(address, { headers })).body;
}
