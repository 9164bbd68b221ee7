/** The keys under which backups are encrypted. */
import { randomBytes } from 'node:crypto';
import { bech32 } from '@scure/base';
import { Decrypter, Encrypter, generateHybridIdentity, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { describe, expect, it } from 'vitest';
import { backupKey } from '../../config/config-schemas';
import { createKeyring } from '../../vault/keyring';
import { createBackupKeys } from './backup-keys';

const recipient = await identityToRecipient(await generateX25519Identity());

async function expectOpens(recipientKey: string, identities: readonly string[]): Promise<void> {
  const [encrypter, decrypter] = [new Encrypter(), new Decrypter()];
  encrypter.addRecipient(recipientKey);
  for (const identity of identities) decrypter.addIdentity(identity);
  expect(await decrypter.decrypt(await encrypter.encrypt('rows'), 'text')).toBe('rows');
}

describe('the key of backups', () => {
  const keyring = createKeyring([randomBytes(32), randomBytes(32)]);
  const keysOf = (text?: string) => createBackupKeys(text === undefined ? undefined : backupKey.parse(text), keyring);

  it('follows from the master key, of which each that is configured decrypts', async () => {
    const { recipient: derived, identities } = await keysOf();
    const [previous] = keyring.all.slice(1);
    const older = await createBackupKeys(previous?.backupKey, keyring);
    expect(derived).not.toBe(older.recipient);
    for (const one of [derived, older.recipient]) await expectOpens(one, identities);
  });

  it('is 32 bytes, a secret key of age, or its file, with the same recipient', async () => {
    const bytes = randomBytes(32);
    const own = await keysOf(bytes.toString('base64'));
    const [secret = ''] = own.identities;
    for (const text of [bytes.toString('hex'), secret, `# created: 2026-11-24\n# public key: ${own.recipient}\n${secret}\n`])
      expect(await keysOf(text)).toEqual(own);
  });

  it('is the same by its public half alone, which decrypts nothing', async () => {
    for (const secret of [await generateX25519Identity(), await generateHybridIdentity()]) {
      const keys = await keysOf(await identityToRecipient(secret));
      expect(keys.identities).toEqual([]);
      await expectOpens(keys.recipient, (await keysOf(secret)).identities);
    }
  });

  const ofAnother = bech32.encodeFromBytes('age-plugin', randomBytes(32));
  const tooShort = bech32.encodeFromBytes('age', randomBytes(31));
  it.each([
    ['a word', 'short'],
    ['a key of age without its data', 'age1'],
    ['a key of age with a letter more', `${recipient}x`],
    ['two keys of age', `${recipient}\n${recipient}`],
    ['a key of another kind', ofAnother],
    ['a key of another length', tooShort],
  ])('%s is refused', (_, text) => {
    const { success, error } = backupKey.safeParse(text);
    expect(success).toBe(false);
    expect(error?.issues[0]?.message).toMatch(/^expected 32 bytes, .* or a key of age/);
  });
});
