import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { signatureHeaders } from './webhook-requests';

const BODY = '{"id":"msg_1","data":{"title":"Zoë 名前 😀"}}';
const message = { id: 'msg_1', event: 'paste.created', body: BODY, sentAt: Date.now() };
const standardHeaders = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('webhook-')));
const accepts = (secret: Webhook, headers: Record<string, string>, body = BODY) => {
  try {
    secret.verify(body, standardHeaders(headers));
    return true;
  } catch {
    return false;
  }
};

describe('a signature', () => {
  it('a signature is the HMAC-SHA256 of the body under the secret, in hexadecimal', () => {
    const headers = signatureHeaders(message, ['a plain secret']);
    const digest = createHmac('sha256', 'a plain secret').update(BODY).digest('hex');
    expect(headers).toMatchObject({
      'X-Service-Event': 'paste.created',
      'X-Service-Delivery': 'msg_1',
      'X-Service-Signature-256': `sha256=${digest}`,
    });
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it('of a fixed message never changes', () => {
    const fixed = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', event: 'x', body: '{"test": 2432232314}', sentAt: 1_614_265_330_000 };
    // The vector of Standard Webhooks' own test suites.
    expect(signatureHeaders(fixed, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])['webhook-signature']).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  it('is of the second in which it is sent, not of one to come', () => {
    const at = (sentAt: number) => signatureHeaders({ ...message, sentAt }, ['a plain secret'])['webhook-timestamp'];
    expect([at(1_614_265_330_000), at(1_614_265_330_999), at(1_614_265_331_000)]).toEqual(['1614265330', '1614265330', '1614265331']);
  });

  it.each([
    ['whsec_ and base64', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', new Webhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')],
    ['plain text', 'correct horse', new Webhook('correct horse', { format: 'raw' })],
    ['text that could be base64', 'abcdefgh', new Webhook('abcdefgh', { format: 'raw' })],
    ['whsec_ and something else', 'whsec_not base64!', new Webhook('whsec_not base64!', { format: 'raw' })],
    ['text beyond ASCII', 'schlüssel 鍵', new Webhook(Buffer.from('schlüssel 鍵'), { format: 'raw' })],
  ])('the official library accepts a signature under a secret of %s for its body only', (_, secret, verifier) => {
    const headers = signatureHeaders(message, [secret]);
    expect(accepts(verifier, headers)).toBe(true);
    expect(accepts(verifier, headers, `${BODY} `)).toBe(false);
    expect(accepts(new Webhook('another secret', { format: 'raw' }), headers)).toBe(false);
    expect(accepts(verifier, { ...headers, 'webhook-id': 'msg_2' })).toBe(false);
  });

  it('is made under two secrets during a change, and either is accepted', () => {
    const headers = signatureHeaders(message, ['the new secret', 'the old secret']);
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const secret of ['the new secret', 'the old secret']) expect(accepts(new Webhook(secret, { format: 'raw' }), headers)).toBe(true);
    const plain = (secret: string) => `sha256=${createHmac('sha256', secret).update(BODY).digest('hex')}`;
    expect(headers['X-Service-Signature-256']).toBe(plain('the new secret'));
    expect(headers['X-Service-Signature-256-Previous']).toBe(plain('the old secret'));
    expect(signatureHeaders(message, ['the new secret'])).not.toHaveProperty('X-Service-Signature-256-Previous');
  });
});
