/** Writes JSON or XML with a line for each value or element. Everything but the space between them stays as it is. */

const INDENT = '  ';

/** UTF-16 units, three times the largest paste. The indents of deep nesting can be thousands of times longer than the text. */
const FORMATTED_MAX_CHARACTERS = 32 * 1024 * 1024;

export class FormattedTooLargeError extends Error {
  override name = 'FormattedTooLargeError';
}

/** @throws FormattedTooLargeError */
function checkFormatted(characters: number): void {
  if (characters > FORMATTED_MAX_CHARACTERS) throw new FormattedTooLargeError('expected a text that is nested less');
}

/** A sign of JSON, a string without its end, or a number or word. */
const JSON_TOKEN = /[{}[\],:"]|[^\s{}[\],:"\ufeff]+/g;

/**
 * Keeps numbers, escapes and the order of members.
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
  let before = '';
  const breakLine = () => {
    checkFormatted(written.length + INDENT.length * depth);
    written += `\n${INDENT.repeat(depth)}`;
  };
  const tokens = new RegExp(JSON_TOKEN);
  for (let match = tokens.exec(text); match; match = tokens.exec(text)) {
    const token = match[0] === '"' ? stringAt(text, match.index) : match[0];
    tokens.lastIndex = match.index + token.length;
    const isClosing = token === '}' || token === ']';
    if (isClosing) depth--;
    // An empty object or array stays on its line.
    if (isClosing ? before !== '{' && before !== '[' : before === '{' || before === '[' || before === ',') breakLine();
    written += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') depth++;
    before = token;
  }
  return `${written}\n`;
}

/** Finds the end by hand, because an expression would take a place on its stack for each escape. */
function stringAt(text: string, from: number): string {
  for (let end = text.indexOf('"', from + 1); ; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return text.slice(from, end + 1);
  }
}

/**
 * A comment, a section, an instruction, a declaration, a tag or a text. Attributes may have `>` in their quotes, and a
 * document type declarations of its own in brackets.
 */
const XML_TOKEN =
  /<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<!(?!--|\[CDATA)[^[>]*(?:\[[^\]]*\][^[>]*)*>|<(?![!?])[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>|[^<]+/gsy;

/**
 * Keeps elements that contain a text, only blanks, or `xml:space="preserve"` as they are, because spaces matter there.
 * @returns null when tags don't match
 * @throws FormattedTooLargeError
 */
export function formatXml(text: string): string | null {
  const tokens = text.match(XML_TOKEN) ?? [];
  if (tokens.reduce((sum, { length }) => sum + length, 0) !== text.length) return null;
  const elements = elementsOf(tokens);
  if (!elements || elements.size === 0) return null;
  const lines: string[] = [];
  let characters = 0;
  let depth = 0;
  const write = (line: string) => {
    characters += INDENT.length * depth + line.length;
    checkFormatted(characters);
    lines.push(INDENT.repeat(depth) + line);
  };
  for (let index = 0; index < tokens.length; index++) {
    const element = elements.get(index);
    if (element?.staysTogether) {
      write(tokens.slice(index, element.close + 1).join(''));
      index = element.close;
      continue;
    }
    const token = (tokens[index] as string).trim();
    if (token.startsWith('</')) depth--;
    if (token !== '') write(token);
    if (element) depth++;
  }
  return `${lines.join('\n')}\n`;
}

interface XmlElement {
  /** The index of the closing tag. */
  close: number;
  /** Whether the element stays as it is: it is empty, or its spaces matter. */
  staysTogether: boolean;
}

/** XML 1.0 §2.10. */
const PRESERVED = /\sxml:space\s*=\s*["']preserve["']/;

/** @returns the elements by the indexes of their opening tags; null when tags don't match */
function elementsOf(tokens: readonly string[]): Map<number, XmlElement> | null {
  const elements = new Map<number, XmlElement>();
  const open: { at: number; isKept: boolean; hasParts: boolean }[] = [];
  const has = (part: 'isKept' | 'hasParts') => {
    const around = open.at(-1);
    if (around) around[part] = true;
  };
  for (const [index, token] of tokens.entries()) {
    if (token.startsWith('</')) {
      const opening = open.pop();
      if (!opening || nameOf(tokens[opening.at] as string) !== nameOf(token)) return null;
      elements.set(opening.at, { close: index, staysTogether: opening.isKept || !opening.hasParts });
    } else if (/^<[^!?]/.test(token)) {
      has('hasParts');
      if (!token.endsWith('/>')) open.push({ at: index, isKept: PRESERVED.test(token), hasParts: false });
    } else if (token.startsWith('<![CDATA[') || (!token.startsWith('<') && token.trim() !== '')) {
      has('isKept');
    } else if (token.startsWith('<')) has('hasParts');
  }
  return open.length === 0 ? elements : null;
}

const nameOf = (tag: string): string => /^<\/?([^\s/>]*)/.exec(tag)?.[1] ?? '';
