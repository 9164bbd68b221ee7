/**
 * Estimates how hard a password is to guess. Nothing leaves the browser.
 *
 * The estimate is a lower bound modelled on what attackers try first: words, years, runs and repetitions count as one
 * choice each, however long. It has no dictionary and knows no person: a name with a birthday is weaker than it says.
 */

export type PasswordStrength = 'weak' | 'fair' | 'strong';

/**
 * Each guess costs PBKDF2 with at least 210,000 rounds: about a million a second for a hundred graphics cards. 2^40 are
 * tried in two weeks, 2^60 in 35,000 years.
 */
const FAIR_BITS = 40;
const STRONG_BITS = 60;

/** Longer passwords are strong whatever they hold. */
const MAX_CHARACTERS = 128;

export function passwordStrength(password: string): PasswordStrength {
  const bits = guessBits(password);
  return bits >= STRONG_BITS ? 'strong' : bits >= FAIR_BITS ? 'fair' : 'weak';
}

/** Common passwords, also found inside longer ones and with digits for letters. */
const COMMON =
  /passwor[dt]|kennwort|welcome|willkommen|let ?me ?in|i ?love ?you|qwert[yz](?:uiop)?|azerty(?:uiop)?|asdf(?:gh(?:jkl)?)?|[yz]xcv(?:bnm)?|1q2w(?:3e(?:4r(?:5t(?:6[yz])?)?)?)?|1qa[zy]2wsx(?:3edc(?:4rfv)?)?|[zy]aq12wsx|q1w2(?:e3(?:r4(?:t5)?)?)?|abc123|admin|secret|changeme|trustno1/g;
const LOOKALIKES: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };
/** Replaces a piece that counts as one choice; no keyboard has this character. */
const PIECE = '\ue000';

const TOKENS = /\ue000|(?:19|20)\d\d|\p{L}+|\d+|./gsu;
const PIECE_BITS = 6;
/** A word counts as one of a list of 8,000. */
const WORD_BITS = 13;
const LETTER_BITS = Math.log2(26);
const DIGIT_BITS = Math.log2(10);
const SIGN_BITS = 5;
const CAPITAL_BITS = 1;

function guessBits(password: string): number {
  const text = [...password.normalize('NFC')].slice(0, MAX_CHARACTERS).join('');
  const tokens = withoutRuns(withoutRepetition(withoutCommon(text))).match(TOKENS) ?? [];
  let bits = 0;
  let before = '';
  for (const token of tokens) {
    // A sign that separates all words counts once.
    if (!(before.includes(token) && !/[\p{L}\d]/u.test(token))) bits += tokenBits(token);
    before += token;
  }
  return bits;
}

function tokenBits(token: string): number {
  if (token === PIECE || /^(?:19|20)\d\d$/.test(token)) return PIECE_BITS;
  if (/^\d/.test(token)) return token.length * DIGIT_BITS;
  if (!/^\p{L}/u.test(token)) return SIGN_BITS;
  const capitals = /^\p{Lu}?\p{Ll}*$|^\p{Lu}+$/u.test(token) ? Number(/\p{Lu}/u.test(token)) : 2;
  return Math.min(token.length * LETTER_BITS, WORD_BITS) + capitals * CAPITAL_BITS;
}

/** Replaces each common password by PIECE, also where digits stand for letters. */
function withoutCommon(text: string): string {
  const plain = text.toLowerCase();
  const asLetters = plain.replace(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? sign);
  let rest = text;
  for (const variant of [plain, asLetters]) {
    // A few letters are longer in lower case: the positions would not match the text.
    if (variant.length !== text.length) continue;
    for (const match of variant.matchAll(COMMON)) {
      const end = match.index + match[0].length;
      rest = rest.slice(0, match.index) + PIECE.repeat(match[0].length) + rest.slice(end);
    }
  }
  return rest.replace(/\ue000+/g, PIECE);
}

/** Keeps a repeated block once, followed by a PIECE for the repetition. */
function withoutRepetition(text: string): string {
  return text.replace(/(.{3,}?)\1+|(.)\2{2,}/gsu, (_, block: string | undefined, sign: string | undefined) => `${block ?? sign}${PIECE}`);
}

/** Replaces runs such as `abcd` or `4321`, of three characters or more, by PIECE. */
function withoutRuns(text: string): string {
  const characters = [...text];
  let out = '';
  for (let start = 0; start < characters.length; ) {
    let end = start + 1;
    const step = stepAt(characters, start);
    if (Math.abs(step) === 1) while (end < characters.length && stepAt(characters, end - 1) === step) end += 1;
    if (end - start >= 3) {
      out += PIECE;
      start = end;
    } else {
      out += characters[start];
      start += 1;
    }
  }
  return out;
}

function stepAt(characters: readonly string[], index: number): number {
  return (characters[index + 1]?.codePointAt(0) ?? Number.NaN) - (characters[index]?.codePointAt(0) ?? Number.NaN);
}
