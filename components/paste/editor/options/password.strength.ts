/**
 * How much guessing a password takes. Runs here only; nothing leaves the browser.
 *
 * An estimate from below, after what guessers try first: words, years, runs and repetitions count as one choice, however
 * long they are. It knows no dictionary and no person: a name and a birthday that mean something to somebody are weaker
 * than it says.
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
/** Stands for a piece that is one choice: no character of any keyboard. */
const PIECE = '\ue000';

const TOKENS = /\ue000|(?:19|20)\d\d|\p{L}+|\d+|./gsu;
const PIECE_BITS = 6;
/** A word of any list that is used for guessing: one of 8,000. */
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
    // The same sign between all words is chosen once.
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

/** Found in it as it is, and with letters for the digits that look like them; each is replaced by one character. */
function withoutCommon(text: string): string {
  const plain = text.toLowerCase();
  const asLetters = plain.replace(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? sign);
  let rest = text;
  for (const variant of [plain, asLetters]) {
    // Lower case of a few letters is longer: then places would not agree.
    if (variant.length !== text.length) continue;
    for (const match of variant.matchAll(COMMON)) {
      const end = match.index + match[0].length;
      rest = rest.slice(0, match.index) + PIECE.repeat(match[0].length) + rest.slice(end);
    }
  }
  return rest.replace(/\ue000+/g, PIECE);
}

/** What is repeated counts once, and that it is repeated as one choice. */
function withoutRepetition(text: string): string {
  return text.replace(/(.{3,}?)\1+|(.)\2{2,}/gsu, (_, block: string | undefined, sign: string | undefined) => `${block ?? sign}${PIECE}`);
}

/** `abcd`, `4321`: three characters or more, each next to the one before. */
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
