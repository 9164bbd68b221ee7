/** The key code of a key that an input method takes. */
const COMPOSING_KEY_CODE = 229;

/**
 * Whether an input method takes the key, e.g. Enter that chooses a word in Japanese. Safari ends the composition before the
 * key arrives, and says so by the key code alone (WebKit bug 165004).
 */
export const isComposing = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === COMPOSING_KEY_CODE;
