/** Writes JSON with a line for each value. Everything but the space between them stays as it is. */

const INDENT = '  ';

/** UTF-16 units, three times the largest paste. The indents of deep nesting can be thousands of times longer than the text. */
const FORMATTED_MAX_CHARACTERS = 32 * 1024 * 1024;

/** A sign of JSON, a string without its end, or a number or word. */
const JSON_TOKEN = /[{}[\],:"]|[^\s{}[\],:"\ufeff]+/g;

/**
 * Keeps numbers, escapes and the order of members.
 * @returns `not-valid` when the text isn't JSON, `too-large` when it is nested too deep
 */
export function formatJson(text: string): { text: string } | 'not-valid' | 'too-large' {
  try {
    // Only a check: writing the parsed value would change large numbers and drop duplicate members.
    JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return 'not-valid';
  }
  let written = '';
  let depth = 0;
  let before = '';
  const tokens = new RegExp(JSON_TOKEN);
  for (let match = tokens.exec(text); match; match = tokens.exec(text)) {
    const token = match[0] === '"' ? stringAt(text, match.index) : match[0];
    tokens.lastIndex = match.index + token.length;
    const isClosing = token === '}' || token === ']';
    if (isClosing) depth--;
    // An empty object or array stays on its line.
    if (isClosing ? before !== '{' && before !== '[' : before === '{' || before === '[' || before === ',') {
      if (written.length + INDENT.length * depth > FORMATTED_MAX_CHARACTERS) return 'too-large';
      written += `\n${INDENT.repeat(depth)}`;
    }
    written += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') depth++;
    before = token;
  }
  return { text: `${written}\n` };
}

/** Finds the end by hand, because an expression would take a place on its stack for each escape. */
function stringAt(text: string, from: number): string {
  for (let end = text.indexOf('"', from + 1); ; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return text.slice(from, end + 1);
  }
}
