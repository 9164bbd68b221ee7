/** Backups in the format of age: its own library is the reference. */
import { randomBytes } from 'node:crypto';
import { bech32 } from '@scure/base';
import { Decrypter, Encrypter, generateHybridIdentity, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { describe, expect, it } from 'vitest';
import { backupKey } from '../../config/config-schemas';
import { createKeyring } from '../../vault/keyring';
import { decrypt, encrypt } from './backup-encryption';
import { createBackupKeys } from './backup-keys';

const CHUNK = 64 * 1024;
const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/** In pieces of a length that fits no chunk, as files and compressors give them. */
async function* piecesOf(bytes: Uint8Array, length = 10_007): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += length) yield bytes.subarray(from, from + length);
}

const seal = (bytes: Uint8Array, recipients = [recipient]) => collect(encrypt(piecesOf(bytes), recipients));
const open = (bytes: Uint8Array, identities = [identity]) => collect(decrypt(piecesOf(bytes), identities));

describe('an encrypted backup', () => {
  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 5])('of %i bytes is what age reads and writes', async (length) => {
    const plain = randomBytes(length);
    const reference = new Decrypter();
    reference.addIdentity(identity);
    expect(Buffer.from(await reference.decrypt(await seal(plain))).equals(plain)).toBe(true);

    const other = new Encrypter();
    other.addRecipient(recipient);
    expect((await open(await other.encrypt(plain))).equals(plain)).toBe(true);
  });

  it('each of its recipients decrypts it, whatever other keys they have', async () => {
    const second = await generateX25519Identity();
    const sealed = await seal(Buffer.from('rows'), [recipient, await identityToRecipient(second)]);
    for (const one of [identity, second]) expect(String(await open(sealed, [await generateX25519Identity(), one]))).toBe('rows');
  });

  it('a changed byte anywhere is found and placed', async () => {
    const sealed = await seal(randomBytes(3 * CHUNK));
    const header = sealed.indexOf('\n--- ');
    const places: [number, RegExp][] = [
      [3, /not a backup/],
      // Another character may no longer be one of a header.
      [header - 3, /header was changed|under another key|cut off in its header/],
      [header + 8, /header was changed|cut off in its header/],
      [header + 60, /changed near byte 0$/],
      [header + 100 + CHUNK, /changed near byte 65536$/],
      [sealed.length - 1, /end is missing or was changed/],
    ];
    for (const [place, message] of places) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      await expect(open(changed)).rejects.toThrow(message);
    }
  });

  it('a file that was cut between two chunks, or grew, is refused', async () => {
    const sealed = await seal(randomBytes(3 * CHUNK));
    const toChunk = sealed.length - CHUNK - 16;
    await expect(open(sealed.subarray(0, toChunk))).rejects.toThrow(/end is missing/);
    await expect(open(Buffer.concat([sealed, Buffer.alloc(20)]))).rejects.toThrow(/was changed/);
  });
});

describe('the key of backups', () => {
  const keyring = createKeyring([randomBytes(32), randomBytes(32)]);
  const keysOf = (text?: string) => createBackupKeys(text === undefined ? undefined : backupKey.parse(text), keyring);

  it('follows from the master key, of which each that is configured decrypts', async () => {
    const { recipient: derived, identities } = await keysOf();
    const [previous] = keyring.all.slice(1);
    const older = await createBackupKeys(previous?.backupKey, keyring);
    expect(derived).not.toBe(older.recipient);
    for (const one of [derived, older.recipient])
      expect(String(await open(await seal(Buffer.from('rows'), [one]), identities))).toBe('rows');
  });

  it('is 32 bytes, a secret key of age, or its file, with the same recipient', async () => {
    const bytes = randomBytes(32);
    const own = await keysOf(bytes.toString('base64'));
    const [secret = ''] = own.identities;
    for (const text of [bytes.toString('hex'), secret, `# created: 2026-11-24\n# public key: ${own.recipient}\n${secret}\n`])
      expect(await keysOf(text)).toEqual(own);
  });

  it('with a public key alone writes backups that it refuses to read, in words', async () => {
    const hybrid = await generateHybridIdentity();
    for (const secret of [identity, hybrid]) {
      const keys = await keysOf(await identityToRecipient(secret));
      expect(keys.identities).toEqual([]);
      const sealed = await seal(Buffer.from('rows'), [keys.recipient]);
      await expect(open(sealed, keys.identities)).rejects.toThrow(/^BACKUP_KEY: a public key decrypts nothing/);
      expect(String(await open(sealed, (await keysOf(secret)).identities))).toBe('rows');
    }
  });

  it('another key is told from a damaged file', async () => {
    const sealed = await seal(Buffer.from('rows'));
    await expect(open(sealed, (await keysOf()).identities)).rejects.toThrow(/^BACKUP_KEY: the backup is under another key/);
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
