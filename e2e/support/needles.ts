/** Finds a secret in bytes, in every usual encoding of it. */

type Spelling = readonly [encoding: string, bytes: Buffer];

/** @param secret text or bytes @returns its encodings that may appear in a request, a log or a file */
export function spellingsOf(secret: string | Uint8Array): Spelling[] {
  const bytes = Buffer.from(secret as string);
  const spellings: Spelling[] = [
    ['as it is', bytes],
    ['hexadecimal', Buffer.from(bytes.toString('hex'))],
    ['percent, every byte', Buffer.from(bytes.toString('hex').replace(/../g, '%$&'))],
    ...alignedBase64(bytes),
  ];
  if (typeof secret === 'string') {
    const units = [...Array(secret.length).keys()].map((index) => secret.charCodeAt(index).toString(16).padStart(4, '0'));
    spellings.push(
      ['percent', Buffer.from(encodeURIComponent(secret))],
      ['of a form', Buffer.from(new URLSearchParams([['', secret]]).toString().slice(1))],
      ['JSON', Buffer.from(JSON.stringify(secret).slice(1, -1))],
      ['JSON in JSON', Buffer.from(JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1))],
      ['JSON, every unit', Buffer.from(units.map((unit) => `\\u${unit}`).join(''))],
      ['UTF-16 LE', Buffer.from(secret, 'utf16le')],
      ['UTF-16 BE', Buffer.from(secret, 'utf16le').swap16()],
      ['Latin-1', Buffer.from(secret, 'latin1')],
      ['HTML', Buffer.from(secret.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`))],
    );
  }
  return spellings;
}

/** Names the encodings of the secret that the bytes contain. Small and capital letters count as the same. */
export function findIn(haystack: Buffer, secret: string | Uint8Array): string[] {
  const folded = fold(haystack);
  return spellingsOf(secret)
    .filter(([, bytes]) => folded.includes(fold(bytes)))
    .map(([encoding]) => encoding);
}

/** The base64 characters that depend on these bytes alone, for each of the three offsets in a longer text. */
function alignedBase64(bytes: Buffer): Spelling[] {
  const FIRST_OWN_CHARACTER = [0, 2, 3];
  return FIRST_OWN_CHARACTER.flatMap((start, before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const own = (encoding: 'base64' | 'base64url') => whole.toString(encoding).slice(start, Math.floor((whole.length * 8) / 6));
    return [
      [`base64, ${before} bytes in`, Buffer.from(own('base64'))],
      [`base64url, ${before} bytes in`, Buffer.from(own('base64url'))],
    ] as const;
  });
}

const [A, Z, CASE] = [0x41, 0x5a, 0x20];

/** Makes ASCII letters small, byte by byte. */
function fold(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => (byte >= A && byte <= Z ? byte + CASE : byte)));
}
