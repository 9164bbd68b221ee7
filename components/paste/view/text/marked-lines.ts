/** The lines a link points at. */
import { StateEffect } from '@codemirror/state';
import { Decoration } from '@codemirror/view';
import type { LineRange } from '#lib/envelope/fragment';
import { decorateInView } from './decorate-in-view';

export const setMarkedLines = StateEffect.define<LineRange | null>();

const marked = Decoration.line({ attributes: { 'data-marked': '' } });

export const markedLines = decorateInView(setMarkedLines, (lines, { state, viewport }) => {
  const first = Math.max(lines.first, state.doc.lineAt(viewport.from).number);
  const last = Math.min(lines.last, state.doc.lineAt(viewport.to).number);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => marked.range(state.doc.line(first + index).from));
});
