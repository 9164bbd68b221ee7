/** Writes XML with a line for each element. Elements that contain text stay as they are, because spaces may matter there. */

import { checkFormatted } from './format-limits';

const INDENT = '  ';

interface Piece {
  kind: 'open' | 'close' | 'whole' | 'text';
  from: number;
  end: number;
}

/**
 * @returns null when tags don't match
 * @throws FormattedTooLargeError
 */
export function formatXml(text: string): string | null {
  const pieces = piecesOf(text);
  const closings = pieces && matchTags(text, pieces);
  if (!pieces || !closings) return null;
  const lines: string[] = [];
  let characters = 0;
  let depth = 0;
  const write = (line: string) => {
    characters += INDENT.length * depth + line.length;
    checkFormatted(characters);
    lines.push(INDENT.repeat(depth) + line);
  };
  for (let index = 0; index < pieces.length; index++) {
    const { kind, from, end } = pieces[index] as Piece;
    if (kind === 'close') depth--;
    const last = closings.get(index);
    if (kind === 'open' && last !== undefined && keepsTogether(text, pieces, index, last)) {
      write(text.slice(from, (pieces[last] as Piece).end));
      index = last;
      continue;
    }
    const shown = text.slice(from, end).trim();
    if (shown !== '') write(shown);
    if (kind === 'open') depth++;
  }
  return `${lines.join('\n')}\n`;
}

/** Whether an element stays on one line: it is empty or contains text. */
function keepsTogether(text: string, pieces: readonly Piece[], open: number, close: number): boolean {
  if (close === open + 1) return true;
  let depth = 0;
  for (let index = open + 1; index < close; index++) {
    const { kind, from, end } = pieces[index] as Piece;
    if (kind === 'open') depth++;
    else if (kind === 'close') depth--;
    else if (depth === 0 && (kind === 'text' ? text.slice(from, end).trim() !== '' : text.startsWith('<![CDATA[', from))) return true;
  }
  return false;
}

/** @returns for each opening tag the place of its closing one; null when they don't match */
function matchTags(text: string, pieces: readonly Piece[]): Map<number, number> | null {
  const closings = new Map<number, number>();
  const open: number[] = [];
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'open') open.push(index);
    if (piece.kind !== 'close') continue;
    const opening = open.pop();
    if (opening === undefined || nameOf(text, pieces[opening] as Piece) !== nameOf(text, piece)) return null;
    closings.set(opening, index);
  }
  return open.length === 0 && closings.size > 0 ? closings : null;
}

const nameOf = (text: string, { from, end }: Piece): string =>
  /^<\/?([^\s/>]*)/.exec(text.slice(from, Math.min(end, from + 200)))?.[1] ?? '';

const WHOLES = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** @returns null for a tag that doesn't end */
function piecesOf(text: string): Piece[] | null {
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; ) {
    if (text[at] !== '<') {
      const next = text.indexOf('<', at);
      const end = next < 0 ? text.length : next;
      pieces.push({ kind: 'text', from: at, end });
      at = end;
      continue;
    }
    const whole = WHOLES.find(([begins]) => text.startsWith(begins, at));
    const end = whole ? endAfter(text, whole[1], at) : text.startsWith('<!', at) ? endOfDeclaration(text, at) : endOfTag(text, at);
    if (end < 0) return null;
    const kind = whole || text[at + 1] === '!' || text[end - 2] === '/' ? 'whole' : text[at + 1] === '/' ? 'close' : 'open';
    pieces.push({ kind, from: at, end });
    at = end;
  }
  return pieces;
}

function endAfter(text: string, ending: string, from: number): number {
  const at = text.indexOf(ending, from);
  return at < 0 ? -1 : at + ending.length;
}

/** Attributes may have `>` in their quotes. */
function endOfTag(text: string, from: number): number {
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const sign = text[at] as string;
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at + 1;
  }
  return -1;
}

/** A document type may have declarations of its own in brackets. */
function endOfDeclaration(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '[') depth++;
    else if (text[at] === ']') depth--;
    else if (text[at] === '>' && depth === 0) return at + 1;
  }
  return -1;
}
