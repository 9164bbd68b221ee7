/** What a reader of a burn paste has in hand. */
import { randomBytes } from 'node:crypto';
import { sealPaste } from '#lib/envelope/envelope.seal';
import { deriveReadToken, readProofOf } from '#lib/envelope/envelope.token';

export const newClaim = (): string => randomBytes(32).toString('base64url');

/** A text in an envelope, with the read token that opens its paste and the fields to create that with. */
export async function seal(content: string, password?: string) {
  const { envelope, key } = await sealPaste({ content }, password === undefined ? {} : { password });
  const header = envelope.split('.')[0] as string;
  const token = await deriveReadToken(header, key, password);
  const readProof = await readProofOf(token);
  return { envelope, key, header, token, readProof, fields: { content: envelope, isE2ee: true, readProof } };
}
