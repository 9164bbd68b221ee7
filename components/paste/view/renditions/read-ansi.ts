/**
 * Reads a log with terminal colours: returns the text without escape sequences (ECMA-48), and the look of each piece.
 * Sequences that move the cursor or talk to the terminal are dropped, and their effect isn't rendered.
 */
import { BLOCK_LINES, type Tokens } from '../text/colour-kinds';

/** The looks by their number in the tokens: 16 text colours, 16 background colours, bold, underlined. */
export const LOOKS: readonly string[] = [
  ...Array.from({ length: 16 }, (_, colour) => `ansi-${colour}`),
  ...Array.from({ length: 16 }, (_, colour) => `ansi-behind-${colour}`),
  'ansi-bold',
  'ansi-underlined',
];
const BEHIND = 16;
const BOLD = 32;
const UNDERLINED = 33;

export interface Painted {
  text: string;
  /** The tokens of each block of lines. */
  blocks: Map<number, Tokens>;
}

interface Style {
  colour: number | null;
  behind: number | null;
  isBold: boolean;
  isUnderlined: boolean;
  isSwapped: boolean;
}

const PLAIN: Style = { colour: null, behind: null, isBold: false, isUnderlined: false, isSwapped: false };

/** Matches colours and moves (CSI), titles and links (OSC and the like, up to their end), and short sequences. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with one
const SEQUENCE = /\u001b(?:\[([\d;:<=>?]*)([ -/]*[@-~])|[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?|[ -/]*[0-~])/g;

export function readAnsi(text: string): Painted {
  const numbers = new Map<number, number[]>();
  const parts: string[] = [];
  let style = PLAIN;
  let line = 0;
  let column = 0;

  function take(part: string): void {
    if (part === '') return;
    parts.push(part);
    const looks = looksOf(style);
    let from = 0;
    for (let end = part.indexOf('\n'); ; end = part.indexOf('\n', from)) {
      const to = end < 0 ? part.length : end;
      if (to > from) for (const look of looks) blockOf(numbers, line).push(line % BLOCK_LINES, column, column + to - from, look);
      column += to - from;
      if (end < 0) return;
      line++;
      column = 0;
      from = end + 1;
    }
  }

  let from = 0;
  for (const match of text.matchAll(SEQUENCE)) {
    take(text.slice(from, match.index));
    from = match.index + match[0].length;
    // A sequence with `>` or `?` sets the keyboard's mode, whatever it ends in.
    if (match[2] === 'm' && !/[<=>?]/.test(match[1] ?? '')) style = styled(style, match[1] ?? '');
  }
  take(text.slice(from));
  return { text: parts.join(''), blocks: new Map([...numbers].map(([block, tokens]) => [block, Uint32Array.from(tokens)])) };
}

function blockOf(numbers: Map<number, number[]>, line: number): number[] {
  const block = Math.floor(line / BLOCK_LINES);
  const tokens = numbers.get(block) ?? [];
  numbers.set(block, tokens);
  return tokens;
}

function looksOf({ colour, behind, isBold, isUnderlined, isSwapped }: Style): number[] {
  const [front, back] = isSwapped ? [behind ?? 15, colour ?? 0] : [colour, behind];
  return [
    ...(front === null ? [] : [front]),
    ...(back === null ? [] : [BEHIND + back]),
    ...(isBold ? [BOLD] : []),
    ...(isUnderlined ? [UNDERLINED] : []),
  ];
}

/** The colour of an underline, which isn't shown: its numbers are no codes. */
const COLOUR_OF_LINE = 58;

const CHANGES: Record<number, Partial<Style>> = {
  0: PLAIN,
  1: { isBold: true },
  4: { isUnderlined: true },
  7: { isSwapped: true },
  22: { isBold: false },
  24: { isUnderlined: false },
  27: { isSwapped: false },
  39: { colour: null },
  49: { behind: null },
};

/** Select Graphic Rendition. @param parameters numbers between `;`, each with parts of its own between `:` */
function styled(before: Style, parameters: string): Style {
  const style = { ...before };
  const codes = parameters.split(';');
  for (let index = 0; index < codes.length; index++) {
    const [code = 0, ...parts] = (codes[index] as string).split(':').map(Number);
    if (code === 4 && parts.length > 0) style.isUnderlined = parts[0] !== 0;
    else if (code in CHANGES) Object.assign(style, CHANGES[code]);
    else if (code >= 30 && code <= 37) style.colour = code - 30;
    else if (code >= 90 && code <= 97) style.colour = code - 90 + 8;
    else if (code >= 40 && code <= 47) style.behind = code - 40;
    else if (code >= 100 && code <= 107) style.behind = code - 100 + 8;
    else if (code === 38 || code === 48 || code === COLOUR_OF_LINE) {
      const own = parts.length > 0 ? parts : codes.slice(index + 1, index + 5).map(Number);
      const isPalette = own[0] === 5;
      // ITU-T T.416 §13.1.8: with colons, a colour space, mostly an empty one, stands before red, green and blue.
      const values = own.slice(parts.length > 4 && !isPalette ? 2 : 1);
      const [red = 0, green = 0, blue = 0] = values;
      const colour = isPalette ? ofPalette(red) : nearest(red, green, blue);
      if (code === 38) style.colour = colour;
      else if (code === 48) style.behind = colour;
      if (parts.length === 0) index += isPalette ? 2 : 4;
    }
  }
  return style;
}

/** Maps the 256-colour palette (16 colours, a cube of six steps, 24 greys) to the 16 colours. */
function ofPalette(number: number): number {
  if (number < 16) return number;
  if (number >= 232) return nearest(...(Array(3).fill((number - 232) * 10 + 8) as [number, number, number]));
  const step = (power: number) => (Math.floor((number - 16) / power) % 6) * 51;
  return nearest(step(36), step(6), step(1));
}

/** Finds the nearest of the 16 colours, which exist for both themes, by which of red, green and blue are strong, and how strong. */
function nearest(red: number, green: number, blue: number): number {
  const most = Math.max(red, green, blue);
  if (most < 48) return 0;
  const bits = [red, green, blue].reduce((sum, part, bit) => sum + (part > most * 0.6 ? 1 << bit : 0), 0);
  if (bits === 7) return most > 200 ? 15 : most > 150 ? 7 : 8;
  return most > 200 ? bits + 8 : bits;
}
