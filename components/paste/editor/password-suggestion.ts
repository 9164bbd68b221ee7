/** Crockford's base 32 in small letters: no two characters look alike, and each is five random bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 4;
const GROUP_CHARACTERS = 5;

/** A password of 100 random bits in groups that can be read out: `7k2mw-x9fpd-qa4vt-n83hj`. */
export function suggestPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(GROUPS * GROUP_CHARACTERS));
  // 32 divides 256: each character is as likely as the others.
  const characters = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return characters.match(new RegExp(`.{${GROUP_CHARACTERS}}`, 'g'))?.join('-') ?? '';
}
