/** Makes what a reader of a burn paste holds: its key and tokens. */
import { randomBytes } from 'node:crypto';
import { sealPaste } from '#lib/envelope/envelope-seal';
import { deriveReadToken, readProofOf } from '#lib/envelope/envelope-token';

export const newClaim = (): string => randomBytes(32).toString('base64url');

/** Encrypts a text; returns its envelope, key and tokens, and the fields that create its paste. */
export async function seal(content: string, password?: string) {
  const { envelope, key } = await sealPaste({ content }, password === undefined ? {} : { password });
  const header = envelope.split('.')[0] as string;
  const token = await deriveReadToken(header, key, password);
  const readProof = await readProofOf(token);
  return { envelope, key, header, token, readProof, fields: { content: envelope, isE2ee: true, readProof } };
}
