import { describe, expect, it } from 'vitest';
import { createRequestKeys, thumbprintOf } from '#lib/envelope/answer-keys';
import { openAnswer } from '#lib/envelope/answer-open';
import { sealAnswer } from '#lib/envelope/answer-seal';
import type { NamedSecretRequest } from './secret-request-keys';
import { importPrivateKey, parsePrivateLink, privateLink, secretRequestLink, suggestedLabel } from './secret-request-links';

const ID = 'a'.repeat(24);

async function requestOf(extractable: boolean, manageToken: string | null = 'token') {
  const { publicKey, privateKey } = await createRequestKeys({ extractable });
  const request: NamedSecretRequest = {
    thumbprint: await thumbprintOf(publicKey),
    privateKey,
    requestId: ID,
    manageToken,
    url: `https://paste.example/some/request/${ID}`,
    label: 'a password',
    createdAt: '2031-01-01T00:00:00.000Z',
    expiresAt: '2031-01-08T00:00:00.000Z',
  };
  return { publicKey, request };
}

const fragmentOf = (link: string | null) => new URL(link ?? '').hash;

describe('the link of a request', () => {
  it('the request link is its page with the thumbprint, which alone is behind #', async () => {
    const { request } = await requestOf(false);
    expect(secretRequestLink(request)).toBe(`https://paste.example/some/request/${ID}#${request.thumbprint}`);
    expect(request.thumbprint).toHaveLength(43);
  });
});

it.each([
  ['#label=The%20password%20of%20db%2E1', 'The password of db.1'],
  ['#label=a+b%26c%3Dd', 'a+b&c=d'],
  ['#label=%00two%0Alines', 'two lines'],
  ['#label=%', '%'],
  [`#label=${'x'.repeat(5_000)}`, 'x'.repeat(1_000)],
  ['#label=', ''],
  ['#other=x', null],
  ['', null],
])('the fragment %.40s suggests a label', (hash, label) => {
  expect(suggestedLabel(hash)).toBe(label);
});

describe('the private link', () => {
  it('a key that was made to stay can’t be exported, and has no private link', async () => {
    const { request } = await requestOf(false);
    expect(request.privateKey.extractable).toBe(false);
    expect(await privateLink(request)).toBeNull();
    await expect(crypto.subtle.exportKey('jwk', request.privateKey)).rejects.toThrow();
    await expect(crypto.subtle.exportKey('pkcs8', request.privateKey)).rejects.toThrow();
  });

  it.each(['token', null])('a private link carries key and token (%s); the imported key is not extractable', async (manageToken) => {
    const { publicKey, request } = await requestOf(true, manageToken);
    const link = await privateLink(request);
    expect(link?.slice(0, link.indexOf('#'))).toBe('https://paste.example/some/requests');
    const parts = parsePrivateLink(fragmentOf(link));
    expect(parts).toMatchObject({ requestId: ID, manageToken });
    const imported = await importPrivateKey(parts?.d ?? '', publicKey);
    expect(imported.extractable).toBe(false);
    expect(await openAnswer(await sealAnswer({ content: 'hello' }, publicKey), imported)).toMatchObject({ content: 'hello' });
  });

  it('a private key isn’t taken for another public key, which a server may show', async () => {
    const { request } = await requestOf(true);
    const { publicKey: other } = await requestOf(true);
    const parts = parsePrivateLink(fragmentOf(await privateLink(request)));
    await expect(importPrivateKey(parts?.d ?? '', other)).rejects.toThrow();
  });

  it.each([
    '',
    '#',
    '#content',
    `#${ID}`,
    `#${ID}.${'A'.repeat(42)}.`,
    `#${ID}.${'A'.repeat(43)}`,
    `#${ID}.${'A'.repeat(42)}B.`,
    `#${ID}.${'A'.repeat(43)}.a b`,
  ])('what is not whole is no private link: %s', (hash) => expect(parsePrivateLink(hash)).toBeNull());
});
