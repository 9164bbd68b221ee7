/**
 * Rules for a new user's name: nobody may pass for somebody else by letters that only look alike (UTS 39).
 *
 * Guarantees: the letters of a name are of one script, or of those that Japanese, Chinese and Korean mix ("highly
 * restrictive", §5.2), so that no Cyrillic а stands among Latin letters; and no two names look alike (§4, by the data of
 * unhomoglyph), which a unique column of the database enforces.
 * Not covered: names that differ by capitals, and names that were given before these rules.
 */
import { USER_NAME_PATTERN } from './accounts.rules';

const USER_NAME = new RegExp(`^${USER_NAME_PATTERN}$`, 'u');

/** Scripts in everyday use (UAX 31, table 5). Han, Hiragana, Katakana, Bopomofo and Hangul are mixed with Latin. */
const SCRIPTS = `Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew Kannada Khmer Lao
  Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan`.split(/\s+/);
const MIXTURES = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];
const ONE_SCRIPT = new RegExp(
  `^(?:${[...MIXTURES, ...SCRIPTS.map((script) => [script])].map((scripts) => `[${scripts.map((script) => `\\p{scx=${script}}`).join('')}\\p{scx=Common}]*`).join('|')})$`,
  'u',
);

export const isUserName = (name: string): boolean => USER_NAME.test(name);

/** Whether a new user may have this name, provided that no other name looks the same. */
export const isNewUserName = (name: string): boolean => isUserName(name) && name === name.normalize('NFKC') && ONE_SCRIPT.test(name);

/** Computes how a name looks: the same for names that can be taken for each other. The first call loads 100 KB of data. */
export async function lookOf(name: string): Promise<string> {
  const { default: unhomoglyph } = await import('unhomoglyph');
  return unhomoglyph(name.normalize('NFD')).normalize('NFD');
}
