import { compactVerify, createLocalJWKSet, decodeProtectedHeader } from 'jose';
import { expect, it } from 'vitest';
import { createKeyring } from '../vault/keyring';
import type { ReceiptJson } from './receipt.schema';
import { createReceiptSigner } from './receipt-signer';

const ISSUER = 'https://paste.example/below';
const AT = '2031-01-01T00:00:00.000Z';
const RECEIPT: ReceiptJson = { publicId: 'yTFk30gcJuVvqs9M2GbEeXnA', state: 'opened', createdAt: AT, at: AT };
const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const signerOf = (...secrets: [Buffer, ...Buffer[]]) => createReceiptSigner(createKeyring(secrets), ISSUER, () => 1_925_000_000_999);

/** Verifies as any other program does, with the published keys. */
async function verified(signed: string, { keySet }: ReturnType<typeof signerOf>): Promise<unknown> {
  const { payload } = await compactVerify(signed, createLocalJWKSet(keySet));
  return JSON.parse(new TextDecoder().decode(payload));
}

it('a signed receipt adds who signed it and when, and no more', async () => {
  const signer = signerOf(NEW);
  expect(await verified(signer.sign(RECEIPT), signer)).toEqual({ iss: ISSUER, iat: 1_925_000_000, ...RECEIPT });
  expect(Object.keys(decodeProtectedHeader(signer.sign(RECEIPT))).sort()).toEqual(['alg', 'kid', 'typ']);
});

it('a receipt from before a key change can be checked until the old key is removed', async () => {
  const signed = signerOf(OLD).sign(RECEIPT);
  expect(await verified(signed, signerOf(NEW, OLD))).toMatchObject(RECEIPT);
  await expect(verified(signed, signerOf(NEW))).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
});

it('the published keys have no private part, and the current one signs', () => {
  const { keySet, sign } = signerOf(NEW, OLD);
  for (const key of keySet.keys) expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
  expect(decodeProtectedHeader(sign(RECEIPT)).kid).toBe(keySet.keys[0]?.kid);
  expect(keySet.keys[0]).not.toEqual(keySet.keys[1]);
});

it('the key of a master key never changes, or earlier receipts would be worthless', () => {
  expect(signerOf(OLD).keySet.keys[0]).toMatchObject({
    kid: 'iCXhQAzl0uDIranhFUmbC3IzTCGiyewP2m9wPT3ObhU',
    x: 'l8whDTRxctPxf4Gw4tjBHF4aarDW9perhraiVtHE7Uw',
  });
});
