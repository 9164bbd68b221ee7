/** Links of a request: each opens its part only, and what is sealed fits at its limits. */
import { describe, expect, it } from 'vitest';
import { MAX_SEALED_CHARACTERS, MAX_VAULT_CHARACTERS } from '../requests/request.rules';
import { thumbprintOf } from './answer-keys';
import { openAnswer } from './answer-open';
import { sealAnswer } from './answer-seal';
import { requestSecretsIn } from './fragment';
import { type AskedField, openAsked, openInbox, requestSecrets, sealRequest } from './request-vault';

const ASKED = { label: 'Zugang „Kanarie“', fields: [{ name: 'User', kind: 'text' } as AskedField] };

/** Characters of four bytes each, which don't compress. */
const astral = (count: number) =>
  Array.from({ length: count }, () => String.fromCodePoint(0x10000 + Math.floor(Math.random() * 60_000))).join('');

describe('a sealed request', () => {
  it('each link opens its part, and the key in the vault opens answers', async () => {
    const { body, inbox, inboxKey } = await sealRequest(ASKED);
    const { thumbprint, labelKey } = requestSecretsIn(`#${await requestSecrets(inbox)}`);
    expect(thumbprint).toBe(await thumbprintOf(body.publicKey));
    expect(await openAsked(body.sealed, labelKey)).toEqual(ASKED);
    expect(await openInbox(body.vault, inboxKey)).toEqual(inbox);
    const answer = await sealAnswer({ content: 'hello' }, body.publicKey);
    expect(await openAnswer(answer, inbox.privateKey)).toMatchObject({ content: 'hello' });
    expect(JSON.stringify(body)).not.toContain(inbox.privateKey.d);
  });

  it('neither the request link nor another inbox opens the vault', async () => {
    const [one, other] = await Promise.all([sealRequest(ASKED), sealRequest(ASKED)]);
    for (const key of [one.inbox.labelKey, other.inboxKey])
      await expect(openInbox(one.body.vault, key)).rejects.toMatchObject({ problem: { code: 'wrong-key' } });
    await expect(openInbox(one.body.sealed, one.inbox.labelKey)).rejects.toMatchObject({ problem: { code: 'not-an-envelope' } });
    await expect(openAsked(one.body.sealed, 'short')).rejects.toMatchObject({ problem: { code: 'invalid-key' } });
  });

  it('fits at the limits of label and fields, and shows no length of a short label', async () => {
    const fields = Array.from({ length: 12 }, (): AskedField => ({ name: astral(40), kind: 'multiline' }));
    const { body } = await sealRequest({ label: astral(80), fields });
    expect(body.sealed.length).toBeLessThanOrEqual(MAX_SEALED_CHARACTERS);
    expect(body.vault.length).toBeLessThanOrEqual(MAX_VAULT_CHARACTERS);
    const short = await Promise.all(['', 'a', 'The password of the printer'].map((label) => sealRequest({ label, fields: [] })));
    expect(new Set(short.map(({ body: { sealed } }) => sealed.length)).size).toBe(1);
  });

  it.each([
    ['13 fields', Array.from({ length: 13 }, (_, at) => ({ name: `${at}`, kind: 'text' }))],
    ['a field without a name', [{ name: '', kind: 'text' }]],
    ['a name of 41 characters', [{ name: 'x'.repeat(41), kind: 'text' }]],
    ['an unknown kind', [{ name: 'x', kind: 'file' }]],
    ['no list', 'x'],
  ])('with %s is refused', async (_, fields) => {
    const { body, inbox } = await sealRequest({ label: '', fields: fields as AskedField[] });
    await expect(openAsked(body.sealed, inbox.labelKey)).rejects.toMatchObject({ problem: { code: 'not-an-envelope' } });
  });
});
