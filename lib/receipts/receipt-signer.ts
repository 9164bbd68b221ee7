/**
 * Signs receipts as JWS in compact form (RFC 7515) by Ed25519 (RFC 8037), for somebody who can't ask for the receipt.
 *
 * Guarantees: a signed receipt says nothing that the receipt doesn't, but which instance signed it and when. Its key follows
 * from the master key, so that nothing is stored, and every process of an instance has the same. The keys of all configured
 * master keys are published, so that earlier receipts can be checked until an operator removes the old master key.
 * Not protected: whoever has the master key can sign any receipt, with any time. The receipt is the word of the instance.
 */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { sha256 } from '../encoding/sha256';
import type { Keyring } from '../vault/keyring';
import { RECEIPT_TYPE } from './receipt.rules';
import type { ReceiptJson } from './receipt.schema';

/** PKCS #8 of a private Ed25519 key before its 32 bytes (RFC 8410, section 7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** @param issuer the instance's address, without a slash at its end; below it are the public keys */
export function createReceiptSigner(keyring: Pick<Keyring, 'all'>, issuer: string, now: () => number = Date.now) {
  const keys = keyring.all.map(({ receiptKey }) => {
    const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, receiptKey]), format: 'der', type: 'pkcs8' });
    const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
    // The thumbprint of RFC 7638: these members, in this order.
    const kid = sha256(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x })).toString('base64url');
    return { privateKey, kid, published: { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' } };
  });
  const [current] = keys as [(typeof keys)[number], ...typeof keys];

  return {
    /** The public keys as a JWK set (RFC 7517), the current one first. */
    keySet: { keys: keys.map(({ published }) => published) },

    /** @returns the receipt with `iss` and `iat` (RFC 7519), signed by the current key */
    sign(receipt: ReceiptJson): string {
      const claims = { iss: issuer, iat: Math.floor(now() / 1000), ...receipt };
      const input = `${encode({ alg: 'EdDSA', kid: current.kid, typ: RECEIPT_TYPE })}.${encode(claims)}`;
      return `${input}.${sign(null, Buffer.from(input), current.privateKey).toString('base64url')}`;
    },
  };
}
