/** Decorations of the lines in view: chosen lines and matches. Only those in view, because a value may cover a whole large text. */
import { type Extension, type Range, StateEffect, type StateEffectType, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { LineRange } from '#lib/envelope/fragment';
import { firstEndingAfter, type SearchResult } from '../model/view-search';

/**
 * Makes decorations from a value.
 * @param setValue the effect that sets the value; null removes the decorations
 * @param decorate returns the decorations in view
 */
export function decorateInView<Value>(
  setValue: StateEffectType<Value | null>,
  decorate: (value: Value, view: EditorView) => Range<Decoration>[],
): Extension {
  const field = StateField.define<Value | null>({
    create: () => null,
    update(value, transaction) {
      for (const effect of transaction.effects) if (effect.is(setValue)) return effect.value;
      return value;
    },
  });

  const decorationsOf = (view: EditorView): DecorationSet => {
    const value = view.state.field(field);
    return value === null ? Decoration.none : Decoration.set(decorate(value, view), true);
  };

  const plugin = ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = decorationsOf(view);
      }

      update(update: ViewUpdate) {
        const isNew = update.startState.field(field) !== update.state.field(field);
        if (isNew || update.docChanged || update.viewportChanged) this.decorations = decorationsOf(update.view);
      }
    },
    { decorations: (value) => value.decorations },
  );

  return [field, plugin];
}

/** The lines a link points at. */
export const setMarkedLines = StateEffect.define<LineRange | null>();

const marked = Decoration.line({ attributes: { 'data-marked': '' } });

export const markedLines = decorateInView(setMarkedLines, (lines, { state, viewport }) => {
  const first = Math.max(lines.first, state.doc.lineAt(viewport.from).number);
  const last = Math.min(lines.last, state.doc.lineAt(viewport.to).number);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => marked.range(state.doc.line(first + index).from));
});

export const setMatches = StateEffect.define<SearchResult | null>();

const match = Decoration.mark({ class: 'match' });
const current = Decoration.mark({ class: 'match match-current' });

export const searchMatches = decorateInView(setMatches, (search, { state, visibleRanges }) => {
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
