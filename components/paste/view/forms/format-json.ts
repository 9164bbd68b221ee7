/** Writes JSON with a line for each value. Numbers, escapes and the order of members stay as they are. */

import { checkFormatted } from './format-limits';

const INDENT = '  ';
const SPACE = /[\s\ufeff]/;

/**
 * @returns null when the text isn't JSON
 * @throws FormattedTooLargeError
 */
export function formatJson(text: string): string | null {
  try {
    // Only a check: writing the parsed value would change large numbers and drop duplicate members.
    JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
  let written = '';
  let depth = 0;
  const breakLine = () => {
    checkFormatted(written.length + INDENT.length * depth);
    return `\n${INDENT.repeat(depth)}`;
  };
  for (let at = 0; at < text.length; ) {
    const sign = text[at] as string;
    const end = endOfToken(text, at);
    if (sign === '{' || sign === '[') {
      const next = skipSpace(text, end);
      const isEmpty = text[next] === '}' || text[next] === ']';
      if (!isEmpty) depth++;
      written += isEmpty ? `${sign}${text[next]}` : sign + breakLine();
      at = isEmpty ? next + 1 : end;
      continue;
    }
    if (sign === '}' || sign === ']') {
      depth--;
      written += breakLine() + sign;
    } else if (sign === ',') written += sign + breakLine();
    else if (sign === ':') written += ': ';
    else if (!SPACE.test(sign)) written += text.slice(at, end);
    at = end;
  }
  return `${written}\n`;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && SPACE.test(text[at] as string)) at++;
  return at;
}

/** Returns the end of a string, number or word; else that of the next character. */
function endOfToken(text: string, from: number): number {
  if (text[from] === '"') {
    for (let end = text.indexOf('"', from + 1); ; end = text.indexOf('"', end + 1)) {
      let slashes = 0;
      while (text[end - 1 - slashes] === '\\') slashes++;
      if (slashes % 2 === 0) return end + 1;
    }
  }
  let end = from;
  while (end < text.length && !'{}[],:"'.includes(text[end] as string) && !SPACE.test(text[end] as string)) end++;
  return Math.max(end, from + 1);
}
