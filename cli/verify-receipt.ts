/**
 * `sealpaste receipt --verify FILE`: checks a signed receipt with the public keys of the instance that the file names.
 *
 * Guarantees: nothing of the file is printed as true before its signature is; a key that the file brings along is ignored.
 * Not protected: the file names its instance, so that the reader has to know the address, or say it by `--url`.
 */
import { createPublicKey, verify as verifySignature } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { check, MismatchError } from '../lib/client/json-schema-check';
import { readReceipt } from '../lib/client/operations.generated';
import { KEY_SET_PATH, RECEIPT_TYPE } from '../lib/receipts/receipt.rules';
import type { ReceiptJson } from '../lib/receipts/receipt.schema';
import type { Context } from './context';
import { CliError, EXIT, usageError } from './exit';
import { send } from './http';
import { print } from './output';
import { parseBaseUrl } from './target';
import { timeFor } from './terminal';

/** More than a receipt or a set of keys has. */
const MAX_BYTES = 64 * 1024;

interface SignedReceipt {
  issuer: string;
  /** When it was signed; ISO 8601. */
  signedAt: string;
  receipt: ReceiptJson;
}

/** @throws CliError other, when the file proves nothing; later, when the instance can't be reached */
export async function verifyReceipt({ values, settings }: Context, file: string): Promise<void> {
  const [protectedHeader = '', payload = '', signature = '', ...rest] = readShortFile(file).trim().split('.');
  const { alg, kid, typ, crit } = parseObject(decodePart(protectedHeader));
  const signed = readClaims(payload);
  if (rest.length > 0 || typ !== RECEIPT_TYPE || alg !== 'EdDSA' || crit !== undefined || typeof kid !== 'string' || signed === null)
    throw worthless(`${file} is not a signed receipt, or it is damaged`);
  const { issuer, signedAt, receipt } = signed;
  if (values.url !== undefined && parseBaseUrl(values.url) !== issuer) throw worthless(`The receipt is of ${issuer}, not of ${values.url}`);
  const keys =
    values.keys === undefined ? await fetchKeys(settings.reach({ baseUrl: issuer }).baseUrl) : parseKeys(readShortFile(values.keys));
  const key = keys.find((each) => each.kid === kid && each.kty === 'OKP' && each.crv === 'Ed25519' && typeof each.x === 'string');
  if (key === undefined)
    throw worthless(
      `None of these keys has signed it. Either another instance did, or ${issuer} has removed that MASTER_KEY since (key id ${kid})`,
    );
  if (!isSignedBy(key.x as string, `${protectedHeader}.${payload}`, signature))
    throw worthless('The signature does not fit: the receipt was changed after it was signed');

  if (values.json) return print(`${JSON.stringify({ issuer, signedAt, receipt })}\n`);
  const time = (iso: string) => timeFor(process.stdout, iso);
  const { publicId, state, createdAt, at, reads, maxReads, lastReadAt, releasedAt = [] } = receipt;
  await print(
    [
      `Signed by ${issuer} on ${time(signedAt)}.`,
      `Paste ${publicId}, created on ${time(createdAt)}: ${STATES[state](time(at))}`,
      ...(maxReads === undefined ? [] : [`Read ${reads} of ${maxReads} times${lastReadAt ? `, last on ${time(lastReadAt)}` : ''}.`]),
      ...releasedAt.map((each) => `A reader was released on ${time(each)}.`),
      `This proves what ${issuer} said${values.keys === undefined ? '' : ', if these keys are its keys'}. It does not say who`,
      'read the paste or what was in it, and whoever runs that instance can sign anything.',
      '',
    ].join('\n'),
  );
}

const STATES: Record<ReceiptJson['state'], (at: string) => string> = {
  created: () => 'still there then.',
  opened: (at) => `opened on ${at}, for the last time.`,
  expired: (at) => `expired on ${at}.`,
  deleted: (at) => `deleted on ${at}.`,
};

const worthless = (message: string) => new CliError(EXIT.other, message);

/** @throws CliError usage, for a file that can't be read or is too long */
function readShortFile(path: string): string {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(MAX_BYTES + 1);
      const length = readSync(file, bytes);
      if (length <= MAX_BYTES) return bytes.toString('utf8', 0, length);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw usageError(`${path} can't be read (${(error as NodeJS.ErrnoException).code})`);
  }
  throw usageError(`${path} is too long for this: more than ${MAX_BYTES} bytes`);
}

/** The text in a part of a JWS. */
const decodePart = (part: string): string => Buffer.from(part, 'base64url').toString('utf8');

/** The object in a text of JSON; empty when there is none. */
function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** @returns null for something else than the claims of a receipt */
function readClaims(payload: string): SignedReceipt | null {
  const { iss, iat, ...receipt } = parseObject(decodePart(payload));
  try {
    if (typeof iss !== 'string' || !Number.isSafeInteger(iat)) return null;
    const signedAt = new Date(Number(iat) * 1000).toISOString();
    return { issuer: parseBaseUrl(iss), signedAt, receipt: check(receipt, readReceipt.response) as ReceiptJson };
  } catch (error) {
    if (error instanceof MismatchError || error instanceof CliError || error instanceof RangeError) return null;
    throw error;
  }
}

/** @throws CliError */
async function fetchKeys(baseUrl: string): Promise<Record<string, unknown>[]> {
  const { status, body } = await send({ method: 'GET', url: baseUrl + KEY_SET_PATH, maxBytes: MAX_BYTES });
  if (status === 429 || status >= 500) throw new CliError(EXIT.later, `${baseUrl} can't give its keys now (${status})`);
  if (status !== 200) throw worthless(`${baseUrl} has no keys at ${KEY_SET_PATH} (${status})`);
  return parseKeys(body.toString('utf8'));
}

/** @throws CliError */
function parseKeys(text: string): Record<string, unknown>[] {
  const { keys } = parseObject(text);
  if (!Array.isArray(keys)) throw worthless('The keys are no JWK set: expected {"keys": […]}');
  return keys.filter((key): key is Record<string, unknown> => typeof key === 'object' && key !== null);
}

/** @param x the public key, in base64url */
function isSignedBy(x: string, input: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verifySignature(null, Buffer.from(input), key, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}
