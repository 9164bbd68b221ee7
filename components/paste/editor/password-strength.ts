/**
 * Estimates how hard a password is to guess. Nothing leaves the browser.
 *
 * The estimate is modelled on what attackers try first: words, years and common passwords count as one choice each, however
 * long, and repetitions not at all. It has no dictionary and knows no person: a name with a birthday is weaker than it says.
 */

export type PasswordStrength = 'weak' | 'fair' | 'strong';

/**
 * Each guess costs PBKDF2 with at least 210,000 rounds: about a million a second for a hundred graphics cards. 2^40 are
 * tried in two weeks, 2^60 in 35,000 years.
 */
const FAIR_BITS = 40;
const STRONG_BITS = 60;

/** Characters after these don't count. */
const MAX_CHARACTERS = 128;

export function passwordStrength(password: string): PasswordStrength {
  const bits = guessBits(password);
  return bits >= STRONG_BITS ? 'strong' : bits >= FAIR_BITS ? 'fair' : 'weak';
}

/** Common passwords, also inside longer ones and with signs for letters. */
const COMMON =
  /p[a4@][s5$]{2}w[o0]r[dt]|kennw[o0]rt|w[e3]lc[o0]m[e3]|willk[o0]mm[e3]n|l[e3]t ?m[e3] ?[i1!]n|[i1!] ?l[o0]v[e3] ?y[o0]u|qwert[yz](?:uiop)?|azerty(?:uiop)?|asdf(?:gh(?:jkl)?)?|[yz]xcv(?:bnm)?|1q2w(?:3e(?:4r(?:5t(?:6[yz])?)?)?)?|1qa[zy]2wsx(?:3edc(?:4rfv)?)?|[zy]aq12wsx|q1w2(?:e3(?:r4(?:t5)?)?)?|abc123|[a4@]dm[i1!]n|[s5$][e3]cr[e3]t|ch[a4@]ng[e3]m[e3]|tru[s5$]tn[o0]1/gi;
/** Replaces a piece that counts as one choice; no keyboard has this character. */
const PIECE = '\ue000';

const TOKENS = /\ue000|(?:19|20)\d\d|\p{L}+|\d+|./gsu;
const PIECE_BITS = 6;
/** A word counts as one of a list of 8,000. */
const WORD_BITS = 13;
/** Longer numbers are those of somebody's life, or run up and down. */
const NUMBER_BITS = 26;
const LETTER_BITS = Math.log2(26);
const DIGIT_BITS = Math.log2(10);
const SIGN_BITS = 5;
const CAPITAL_BITS = 1;

/** Whatever is there again counts once: a word, the sign between all words, a sign held down. */
function guessBits(password: string): number {
  const text = [...password.normalize('NFC')].slice(0, MAX_CHARACTERS).join('');
  const tokens = text
    .replace(COMMON, PIECE)
    .replace(/(.)\1{2,}/gsu, '$1')
    .match(TOKENS);
  return [...new Set(tokens)].reduce((bits, token) => bits + tokenBits(token), 0);
}

function tokenBits(token: string): number {
  if (token === PIECE || /^(?:19|20)\d\d$/.test(token)) return PIECE_BITS;
  if (/^\d/.test(token)) return Math.min(token.length * DIGIT_BITS, NUMBER_BITS);
  if (!/^\p{L}/u.test(token)) return SIGN_BITS;
  const capitals = /^\p{Lu}?\p{Ll}*$|^\p{Lu}+$/u.test(token) ? Number(/\p{Lu}/u.test(token)) : 2;
  return Math.min(token.length * LETTER_BITS, WORD_BITS) + capitals * CAPITAL_BITS;
}
