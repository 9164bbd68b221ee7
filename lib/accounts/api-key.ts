import { BASE62, base62Generator } from '../encoding/base62';
import { sha256 } from '../encoding/sha256';

const ID_LENGTH = 8;
/** 32 characters of base62 are 190 bits. */
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const KEY_ID = new RegExp(`^[0-9A-Za-z]{${ID_LENGTH}}$`);
const PATTERN = new RegExp(`^sp_([0-9A-Za-z]{${ID_LENGTH}})_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

export const createKeyId = base62Generator(ID_LENGTH);
const randomSecret = base62Generator(SECRET_LENGTH);

/** Makes a key: `sp_<id>_<secret><checksum>`, all base62. The id is public; the whole is shown once and stored as a hash. */
export function createApiKey(id: string = createKeyId()): { id: string; text: string } {
  const body = `sp_${id}_${randomSecret()}`;
  return { id, text: body + checksum(body) };
}

export function isKeyId(text: string): boolean {
  return KEY_ID.test(text);
}

/** The public id of a well-formed key, or null: a typo or a made-up key costs no query. */
export function parseApiKey(text: string): { id: string } | null {
  const id = PATTERN.exec(text)?.[1];
  if (id === undefined) return null;
  const end = text.length - CHECKSUM_LENGTH;
  return checksum(text.slice(0, end)) === text.slice(end) ? { id } : null;
}

/** A plain SHA-256 is enough, because the secret has 190 bits and can't be guessed. */
export function hashApiKey(text: string): Buffer {
  return sha256(text);
}

function checksum(body: string): string {
  const digest = sha256(`checksum:${body}`);
  return Array.from(digest.subarray(0, CHECKSUM_LENGTH), (byte) => BASE62[byte % BASE62.length]).join('');
}
