/** Tests that somebody who can write to the database, without the master key, can change neither content nor terms of a paste. */
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { only, type Row, type SqlValue } from '#lib/db/database';
import { engines } from '#lib/testing/test-database';
import { createKeys } from '../support/accounts';
import { call, createPaste, readPaste } from '../support/api';
import { newClaim, seal } from '../support/claims';
import { rowIdOf } from '../support/rows';
import { withService } from '../support/service';

/** Bytes of a piece, as in lib/pastes/storage/paste-content.ts. */
const PIECE = 256 * 1024;
const CANARY = 'canary-content';
/** Statuses of a refusal. 503: bytes put at the beginning of a title look like the fingerprint of a missing master key. */
const REFUSED = [500, 404, 503];

/** The columns of a paste's row that the tests change. */
const COLUMNS = ['lookup', 'id_sealed', 'burn_after_read', 'is_e2ee', 'read_proof', 'title_sealed', 'data_key', 'chunk_count'] as const;

/** A paste's rows. */
interface Stored {
  paste: Row;
  chunks: Row[];
}

interface Tampering {
  name: string;
  /** Changes the paste, or exchanges values with another one of the same kind. */
  apply(paste: Stored, other: Stored): void;
  /** Number of intact pieces before the first changed one; no content may be sent when 0. */
  intactPieces?: number;
  /** Whether it changes a number or a flag, which each engine has its own types for. Sealed bytes are the same on both. */
  isTyped?: true;
}

const swap = (a: Row, b: Row, ...columns: string[]) => {
  for (const column of columns) [a[column], b[column]] = [b[column] as SqlValue, a[column] as SqlValue];
};
const not = (value: SqlValue | undefined): boolean => !value;
const proofOf = (token: string) => createHash('sha256').update(Buffer.from(token, 'base64url')).digest();
const flip = (value: SqlValue | undefined, index: number): Uint8Array => {
  const bytes = Buffer.from(value as Uint8Array);
  const at = index < 0 ? bytes.length + index : index;
  bytes[at] = (bytes[at] as number) ^ 1;
  return bytes;
};
const chunkOf = ({ chunks }: Stored, seq: number) => chunks[seq] as Row;

const ONE_PIECE: Tampering[] = [
  { name: "another paste's content", apply: (paste, other) => swap(chunkOf(paste, 0), chunkOf(other, 0), 'bytes') },
  { name: "another paste's data key", apply: ({ paste }, { paste: other }) => swap(paste, other, 'data_key') },
  { name: "another paste's title", apply: ({ paste }, { paste: other }) => swap(paste, other, 'title_sealed') },
  {
    name: "another paste's content, title and data key together",
    apply(paste, other) {
      swap(chunkOf(paste, 0), chunkOf(other, 0), 'bytes');
      swap(paste.paste, other.paste, 'title_sealed', 'data_key');
    },
  },
  { name: 'the place where another paste is looked for', apply: ({ paste }, { paste: other }) => swap(paste, other, 'lookup') },
  {
    name: "another paste's name and place",
    apply: ({ paste }, { paste: other }) => swap(paste, other, 'lookup', 'id_sealed'),
  },
  {
    name: 'its name, place, title and data key on another content',
    apply: ({ paste }, { paste: other }) => swap(paste, other, 'lookup', 'id_sealed', 'title_sealed', 'data_key'),
  },
  { name: 'its burn flag turned', isTyped: true, apply: ({ paste }) => void (paste.burn_after_read = not(paste.burn_after_read)) },
  { name: 'its flag of end-to-end encryption turned', isTyped: true, apply: ({ paste }) => void (paste.is_e2ee = not(paste.is_e2ee)) },
  { name: 'a read token asked for', apply: ({ paste }) => void (paste.read_proof = proofOf(newClaim())) },
  {
    name: 'its title as content and its content as title',
    apply(paste) {
      const chunk = chunkOf(paste, 0);
      [chunk.bytes, paste.paste.title_sealed] = [paste.paste.title_sealed as SqlValue, chunk.bytes as SqlValue];
    },
  },
  { name: 'its title as content', apply: (paste) => void (chunkOf(paste, 0).bytes = paste.paste.title_sealed as SqlValue) },
  { name: 'one bit of its content changed', apply: (paste) => void (chunkOf(paste, 0).bytes = flip(chunkOf(paste, 0).bytes, 0)) },
  { name: "one bit of its content's tag changed", apply: (paste) => void (chunkOf(paste, 0).bytes = flip(chunkOf(paste, 0).bytes, -1)) },
  { name: 'one bit of its title changed', apply: ({ paste }) => void (paste.title_sealed = flip(paste.title_sealed, 0)) },
  { name: 'one bit of its data key changed', apply: ({ paste }) => void (paste.data_key = flip(paste.data_key, 20)) },
  { name: 'the nonce of its data key changed', apply: ({ paste }) => void (paste.data_key = flip(paste.data_key, 0)) },
  { name: 'an encoding that nobody knows', isTyped: true, apply: (paste) => void (chunkOf(paste, 0).encoding = 3) },
  { name: 'an encoding that is the right one in its last byte', isTyped: true, apply: (paste) => void (chunkOf(paste, 0).encoding = 256) },
  { name: 'no content at all', apply: (paste) => void (chunkOf(paste, 0).bytes = Buffer.alloc(0)) },
  { name: 'more pieces announced than there are', isTyped: true, apply: ({ paste }) => void (paste.chunk_count = 2) },
];

const THREE_PIECES: Tampering[] = [
  { name: 'its first two pieces exchanged', apply: (paste) => swap(chunkOf(paste, 0), chunkOf(paste, 1), 'bytes') },
  { name: 'its last two pieces exchanged', apply: (paste) => swap(chunkOf(paste, 1), chunkOf(paste, 2), 'bytes'), intactPieces: 1 },
  { name: 'its last piece cut off', isTyped: true, apply: ({ paste }) => void (paste.chunk_count = 2), intactPieces: 1 },
  { name: 'all but its first piece cut off', isTyped: true, apply: ({ paste }) => void (paste.chunk_count = 1) },
  { name: 'a piece twice', apply: (paste) => void (chunkOf(paste, 1).bytes = chunkOf(paste, 0).bytes as SqlValue), intactPieces: 1 },
  { name: "another paste's last piece", apply: (paste, other) => swap(chunkOf(paste, 2), chunkOf(other, 2), 'bytes'), intactPieces: 2 },
  { name: 'its last piece missing', apply: (paste) => void paste.chunks.pop(), intactPieces: 2 },
];

/** Changes of the encoding, which is sealed together with the piece. */
const ENCODING: Tampering[] = [
  { name: 'its compressed content called plain', isTyped: true, apply: (paste) => void (chunkOf(paste, 0).encoding = 0) },
  { name: 'its compressed content called so in the last byte', isTyped: true, apply: (paste) => void (chunkOf(paste, 0).encoding = 258) },
  { name: 'its last piece called compressed', isTyped: true, apply: (paste) => void (chunkOf(paste, 1).encoding = 2), intactPieces: 1 },
];

const canaries = (times: number) => `${CANARY} `.repeat(times);
const KINDS = [
  { kind: 'a paste of one piece', content: () => `${CANARY} ${randomBytes(20).toString('hex')}`, tamperings: ONE_PIECE },
  { kind: 'a paste of three pieces', content: () => `${canaries(3)}${randomBytes(320_000).toString('hex')}`, tamperings: THREE_PIECES },
  // The first piece is compressed, and the last one, of 100 bytes, is not.
  { kind: 'a paste of a compressed and a plain piece', content: () => canaries(20_000).slice(0, PIECE + 100), tamperings: ENCODING },
];

describe.each(engines)('on %s', (engine) => {
  const service = withService({ engine });

  async function load(publicId: string): Promise<Stored> {
    return loadRow(await rowIdOf(service.db, service.environment, publicId));
  }

  async function loadRow(id: string): Promise<Stored> {
    const paste = only(await service.db.read(`SELECT id, claim_hash, ${COLUMNS.join(', ')} FROM pastes WHERE id = ?`, [id]));
    const chunks = await service.db.read('SELECT seq, encoding, bytes FROM paste_chunks WHERE paste_id = ? ORDER BY seq', [id]);
    return { paste: { ...paste }, chunks: chunks.map((chunk) => ({ ...chunk })) };
  }

  async function save(...stored: Stored[]): Promise<void> {
    const idOf = ({ paste }: Stored) => String(paste.id);
    await service.db.write([
      // Two exchanged lookups would be equal for a moment and break the unique index.
      ...stored.map((one) => ({ sql: 'UPDATE pastes SET lookup = id WHERE id = ?', params: [idOf(one)] })),
      ...stored.flatMap((one) => [
        {
          sql: `UPDATE pastes SET ${COLUMNS.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`,
          params: [...COLUMNS.map((column) => one.paste[column] ?? null), idOf(one)],
        },
        { sql: 'DELETE FROM paste_chunks WHERE paste_id = ?', params: [idOf(one)] },
        ...one.chunks.map(({ seq = null, encoding = null, bytes = null }) => ({
          sql: 'INSERT INTO paste_chunks (paste_id, seq, encoding, bytes) VALUES (?, ?, ?, ?)',
          params: [idOf(one), seq, encoding, bytes],
        })),
      ]),
    ]);
  }

  /** Fetches what a client gets, and whether the client can tell that the response is incomplete. */
  async function receive(path: string): Promise<{ status: number; text: string; isComplete: boolean }> {
    const response = await fetch(`${service.url}${path}`);
    const decoder = new TextDecoder();
    let text = '';
    try {
      for await (const piece of response.body ?? []) text += decoder.decode(piece, { stream: true });
      return { status: response.status, text, isComplete: true };
    } catch {
      return { status: response.status, text, isComplete: false };
    }
  }

  const cases = KINDS.flatMap(({ kind, content, tamperings }) =>
    tamperings
      .filter(({ isTyped }) => isTyped || engine === 'sqlite')
      .map((tampering) => [kind, tampering.name, { content, ...tampering }] as const),
  );

  it.each(cases)('%s with %s is an error, never a content', async (_kind, _name, { content, apply, intactPieces = 0 }) => {
    const original = content();
    const create = (fields: object = {}) => createPaste(service.url, { content: original, title: `${CANARY} title`, ...fields });
    const [paste, burn] = [await create(), await create({ burnAfterRead: true })];
    const burnId = await rowIdOf(service.db, service.environment, burn.publicId);
    for (const { publicId } of [paste, burn]) {
      const other = await createPaste(service.url, { content: content(), title: `${CANARY} other` });
      const stored = [await load(publicId), await load(other.publicId)] as const;
      apply(...stored);
      await save(...stored);
    }

    const isStreamed = intactPieces > 0;
    for (const path of [`/api/v1/pastes/${paste.publicId}`, `/raw/${paste.publicId}`]) {
      const { status, text, isComplete } = await receive(path);
      if (!isStreamed) {
        expect(REFUSED).toContain(status);
        expect(isComplete).toBe(true);
        expect(Object.keys(JSON.parse(text))).toEqual(['error', 'code']);
      } else {
        // The server sends the intact beginning before it meets the damage, and then breaks off.
        expect({ status, isComplete }).toEqual({ status: 200, isComplete: false });
        const sent = text.slice(Math.max(0, text.indexOf(CANARY)));
        const own = path.startsWith('/raw') ? sent : sent.slice(sent.indexOf('"content":"') + '"content":"'.length);
        expect(own.length).toBeLessThanOrEqual(intactPieces * PIECE);
        expect(original.startsWith(own)).toBe(true);
      }
    }

    // The server decrypts a burn paste completely before it sends any of it.
    for (const path of [`/api/v1/pastes/${burn.publicId}`, `/raw/${burn.publicId}`]) {
      const { status, text } = await receive(path);
      expect(REFUSED).toContain(status);
      expect(Object.keys(JSON.parse(text))).toEqual(['error', 'code']);
    }
    const claim = await call(`${service.url}/api/v1/pastes/${burn.publicId}/claim`, { json: { claim: newClaim() } });
    expect(REFUSED).toContain(claim.status);
    // The paste is still there, and no claim is bound to it.
    expect((await loadRow(burnId)).paste.claim_hash).toBe(null);
  });

  const OWN_TOKEN = newClaim();
  it.each([
    ['is taken off', null],
    ["is exchanged for the intruder's", proofOf(OWN_TOKEN)],
  ])('a read token that %s opens nothing, whoever asks', async (_, readProof) => {
    const sealed = await seal(CANARY);
    const { publicId } = await createPaste(service.url, { ...sealed.fields, burnAfterRead: true });
    const stored = await load(publicId);
    stored.paste.read_proof = readProof;
    await save(stored);
    for (const headers of [{}, { 'X-Service-Read-Token': OWN_TOKEN }, { 'X-Service-Read-Token': sealed.token }]) {
      const answers = [
        await call(`${service.url}/raw/${publicId}`, { headers }),
        await call(`${service.url}/api/v1/pastes/${publicId}/claim`, { json: { claim: newClaim() }, headers }),
      ];
      for (const { status, body } of answers)
        expect({ status, body }).toEqual({ status: 500, body: { error: 'Internal Server Error', code: 'internal_error' } });
    }
    expect((await load(publicId)).paste.claim_hash).toBe(null);
  });

  it('pastes with exchanged ids are left out of their owners’ lists', async () => {
    const keys = await createKeys(service.database, 'anna', 'bert');
    const owners = [{ 'X-Api-Key': keys.anna }, { 'X-Api-Key': keys.bert }];
    const list = (headers: Record<string, string>) => call(`${service.url}/api/v1/pastes`, { headers });
    const [ofAnna, ofBert] = await Promise.all(owners.map((headers) => createPaste(service.url, { content: 'x' }, headers)));
    const stored = [await load(String(ofAnna?.publicId)), await load(String(ofBert?.publicId))] as const;
    for (const headers of owners) expect((await list(headers)).status).toBe(200);
    swap(stored[0].paste, stored[1].paste, 'id_sealed');
    await save(...stored);
    for (const headers of owners) expect(await list(headers)).toMatchObject({ status: 200, body: { pastes: [] } });
  });

  it('says in the log that a seal is broken, and nothing of any content or title', async () => {
    const { publicId } = await createPaste(service.url, { content: CANARY, title: CANARY });
    const stored = await load(publicId);
    chunkOf(stored, 0).bytes = flip(chunkOf(stored, 0).bytes, 0);
    await save(stored);
    expect((await readPaste(service.url, publicId)).status).toBe(500);
    const logged = await vi.waitFor(() => {
      const lines = service.web.output().split('\n');
      expect(lines.filter((line) => line.includes('SealBrokenError')).length).toBeGreaterThan(0);
      return lines;
    });
    expect(logged.filter((line) => line.includes('canary'))).toEqual([]);
  });
});
