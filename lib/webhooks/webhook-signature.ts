import { createHmac } from 'node:crypto';

/** The parts of an attempt that are signed or named in its headers. */
export interface SignedMessage {
  id: string;
  event: string;
  body: string;
  /** Time of this attempt, in ms since 1970. */
  sentAt: number;
}

const STANDARD_SECRET = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/**
 * The headers of an attempt: our own, and those of Standard Webhooks (standardwebhooks.com).
 * @param secrets the current one first, then for a day after a change the previous one
 */
export function signatureHeaders({ id, event, body, sentAt }: SignedMessage, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(sentAt / 1000));
  const [current = '', previous] = secrets;
  const signatures = secrets.map((secret) => `v1,${hmac(standardKey(secret), `${id}.${timestamp}.${body}`).toString('base64')}`);
  return {
    'X-Service-Event': event,
    'X-Service-Delivery': id,
    'X-Service-Signature-256': plainSignature(current, body),
    ...(previous === undefined ? {} : { 'X-Service-Signature-256-Previous': plainSignature(previous, body) }),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/** The key in Standard Webhooks' libraries: `whsec_` and base64 stand for bytes. Any other secret is its own bytes. */
function standardKey(secret: string): Buffer {
  const encoded = STANDARD_SECRET.exec(secret)?.[1];
  return !encoded ? Buffer.from(secret) : Buffer.from(encoded, 'base64');
}

function plainSignature(secret: string, body: string): string {
  return `sha256=${hmac(Buffer.from(secret), body).toString('hex')}`;
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
