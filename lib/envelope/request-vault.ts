/**
 * Seals what the service keeps of a secret request and can't open (docs/requests.md): label and fields for whoever answers, under
 * the key in the request link; these and the private key for its asker, under the key in the inbox link. Whoever has the inbox
 * link reads all answers on any device.
 */
import { encode } from 'jose/base64url';
import { createRequestKeys, type PrivateJwk, thumbprintOf } from './answer-keys';
import { notAnEnvelope } from './envelope.errors';
import { MAX_FIELD_NAME_CHARACTERS, MAX_FIELDS } from './envelope.rules';
import { decryptPlaintext, inspectForKey } from './envelope-direct';
import { encryptShortest, ofLink } from './envelope-encrypt';
import { createKey } from './envelope-key';
import { isTitle, jsonObjectIn } from './envelope-text';
import { deriveInboxToken } from './envelope-token';

export const FIELD_KINDS = ['text', 'secret', 'multiline'] as const;

export interface AskedField {
  name: string;
  kind: (typeof FIELD_KINDS)[number];
}

/** A label, and fields to fill in. Without fields, the answer is a text of any form. */
export interface Asked {
  label: string;
  fields: readonly AskedField[];
}

/** The vault, which the inbox link opens. */
export interface Inbox extends Asked {
  privateKey: PrivateJwk;
  labelKey: string;
}

/** Makes a request. @returns what the service gets, and the key of the inbox link @throws EnvelopeError `unavailable` */
export async function sealRequest(asked: Asked) {
  const { publicKey, privateKey } = await createRequestKeys();
  const { envelope: sealed, key: labelKey } = await sealJson(asked);
  const inbox: Inbox = { privateKey, ...asked, labelKey };
  const { envelope: vault, key: inboxKey } = await sealJson(inbox);
  const token = new TextEncoder().encode(await deriveInboxToken(inboxKey));
  const manageProof = encode(new Uint8Array(await crypto.subtle.digest('SHA-256', token)));
  return { body: { publicKey, sealed, vault, manageProof }, inbox, inboxKey };
}

/** @returns what the request link has after its `#` */
export const requestSecrets = async ({ privateKey, labelKey }: Inbox): Promise<string> => `${await thumbprintOf(privateKey)}.${labelKey}`;

/** @param labelKey of the request link @throws EnvelopeError as `inspectForKey`; `wrong-key`, `not-an-envelope` */
export const openAsked = async (sealed: string, labelKey: string): Promise<Asked> => readAsked(await openJson(sealed, labelKey));

/** @throws EnvelopeError as `openAsked` */
export async function openInbox(vault: string, inboxKey: string): Promise<Inbox> {
  const found = await openJson(vault, inboxKey);
  const { privateKey, labelKey } = found;
  if (typeof labelKey !== 'string' || typeof privateKey !== 'object') throw notAnEnvelope();
  return { ...readAsked(found), labelKey, privateKey: privateKey as PrivateJwk };
}

function readAsked({ label, fields }: Record<string, unknown>): Asked {
  if (typeof label !== 'string' || !isTitle(label)) throw notAnEnvelope();
  if (!Array.isArray(fields) || fields.length > MAX_FIELDS || !fields.every(isField)) throw notAnEnvelope();
  return { label, fields };
}

function isField(field: unknown): field is AskedField {
  const { name, kind } = Object(field) as Partial<AskedField>;
  return typeof name === 'string' && isFieldName(name) && FIELD_KINDS.some((known) => known === kind);
}

export const isFieldName = (name: string): boolean => name !== '' && [...name].length <= MAX_FIELD_NAME_CHARACTERS && isTitle(name);

async function sealJson(value: object): Promise<{ envelope: string; key: string }> {
  const key = createKey();
  return { envelope: await encryptShortest(new TextEncoder().encode(JSON.stringify(value)), await ofLink(key)), key: encode(key) };
}

async function openJson(envelope: string, key: string): Promise<Record<string, unknown>> {
  const { contentKey, compressed } = await inspectForKey(envelope, key);
  return jsonObjectIn(await decryptPlaintext(envelope, contentKey, compressed));
}
