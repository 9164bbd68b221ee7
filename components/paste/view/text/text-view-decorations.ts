/** Decorations of a large text. Made for the lines in view only, because marked lines or matches may cover the whole text. */
import type { Extension, Range } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import type { LineRange } from '#lib/envelope/fragment';
import { firstEndingAfter, type SearchResult } from '../model/view-search';
import { BLOCK_LINES, NUMBERS_PER_TOKEN, type Paint } from './colour-kinds';

const inView = (decorate: (view: EditorView) => Range<Decoration>[]): Extension =>
  EditorView.decorations.of((view) => Decoration.set(decorate(view), true));

/** Lines count from 0. */
export function linesInView({ state: { doc }, viewport }: EditorView): { first: number; last: number } {
  return { first: doc.lineAt(viewport.from).number - 1, last: doc.lineAt(viewport.to).number - 1 };
}

const marked = Decoration.line({ attributes: { 'data-marked': '' } });

/** The lines a link points at. */
export const markedLines = (lines: LineRange): Extension =>
  inView((view) => {
    const shown = linesInView(view);
    const first = Math.max(lines.first - 1, shown.first);
    const last = Math.min(lines.last - 1, shown.last);
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => marked.range(view.state.doc.line(first + index + 1).from));
  });

const match = Decoration.mark({ class: 'match' });
const current = Decoration.mark({ class: 'match match-current' });

export const searchMatches = (search: SearchResult): Extension =>
  inView(({ state, visibleRanges }) => {
    const { offsets } = search.matches;
    const ranges: Range<Decoration>[] = [];
    for (const { from, to } of visibleRanges) {
      for (let index = firstEndingAfter(offsets, from); index < offsets.length; index += 2) {
        const [start, end] = [offsets[index] as number, offsets[index + 1] as number];
        if (start >= to || end > state.doc.length) break;
        ranges.push((index / 2 === search.current ? current : match).range(start, end));
      }
    }
    return ranges;
  });

export function paintedTokens({ looks, blocks }: Paint): Extension {
  const marks = looks.map((look) => Decoration.mark({ class: look }));
  return inView((view) => {
    const { first, last } = linesInView(view);
    const ranges: Range<Decoration>[] = [];
    for (let block = Math.floor(first / BLOCK_LINES); block <= Math.floor(last / BLOCK_LINES); block++) {
      const tokens = blocks.get(block);
      if (!tokens) continue;
      let lineInBlock = -1;
      let lineStart = 0;
      for (let at = 0; at < tokens.length; at += NUMBERS_PER_TOKEN) {
        const [line, start, end, kind] = tokens.subarray(at, at + NUMBERS_PER_TOKEN) as unknown as [number, number, number, number];
        const index = block * BLOCK_LINES + line;
        if (index < first || index > last) continue;
        if (line !== lineInBlock) lineStart = view.state.doc.line(index + 1).from;
        lineInBlock = line;
        const mark = marks[kind];
        if (mark) ranges.push(mark.range(lineStart + start, lineStart + end));
      }
    }
    return ranges;
  });
}
