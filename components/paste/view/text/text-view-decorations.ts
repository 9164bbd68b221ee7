/** Decorations of the lines in view: chosen lines and matches. Only those in view, because a value may cover a whole large text. */
import { type Extension, type Range, StateEffect, type StateEffectType, StateField } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import type { LineRange } from '#lib/envelope/fragment';
import { firstEndingAfter, type SearchResult } from '../model/view-search';
import { BLOCK_LINES, NUMBERS_PER_TOKEN, type Paint, TOKEN_KINDS, type Tokens } from './colour-kinds';
import { blockText, type ColourEnd, type ColourSession, startColour } from './colour-session';

/**
 * Makes decorations from a value.
 * @param setValue the effect that sets the value; null removes the decorations
 * @param decorate returns the decorations in view
 */
function decorateInView<Value>(
  setValue: StateEffectType<Value | null>,
  decorate: (value: Value, view: EditorView) => Range<Decoration>[],
): Extension {
  return StateField.define<Value | null>({
    create: () => null,
    update(value, transaction) {
      for (const effect of transaction.effects) if (effect.is(setValue)) return effect.value;
      return value;
    },
    provide: (field) =>
      EditorView.decorations.from(
        field,
        (value) => (view) => (value === null ? Decoration.none : Decoration.set(decorate(value, view), true)),
      ),
  });
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

interface Colours {
  marks: readonly Decoration[];
  blocks: ReadonlyMap<number, Tokens>;
}

const setColours = StateEffect.define<Colours | null>();

const marksOf = (looks: readonly string[]) => looks.map((look) => Decoration.mark({ class: look }));
const codeMarks = marksOf(TOKEN_KINDS.map((kind) => `code-${kind}`));

const coloursInView = decorateInView(setColours, ({ marks, blocks }: Colours, { state, viewport }) => {
  const first = state.doc.lineAt(viewport.from).number - 1;
  const last = state.doc.lineAt(viewport.to).number - 1;
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
      if (line !== lineInBlock) lineStart = state.doc.line(index + 1).from;
      lineInBlock = line;
      const mark = marks[kind];
      if (mark) ranges.push(mark.range(lineStart + start, lineStart + end));
    }
  }
  return ranges;
});

export function codeColours() {
  let session: ColourSession | null = null;
  let isWhole = false;

  function show(view: EditorView): void {
    const { doc } = view.state;
    session?.show(doc.lineAt(view.viewport.from).number - 1, doc.lineAt(view.viewport.to).number - 1);
  }

  /** Passes the colours to the editor. `blocks` may go on being filled: blocks are looked up when they come into view. */
  function paint(view: EditorView, colours: Colours | null): void {
    view.dispatch({ effects: setColours.of(colours && { ...colours }) });
  }

  return {
    extension: [
      coloursInView,
      EditorView.updateListener.of(({ view, viewportChanged }) => {
        if (viewportChanged) show(view);
      }),
    ],

    /** @returns a function that ends the colouring */
    start(view: EditorView, wanted: string | Paint | null, onEnd: (reason: ColourEnd) => void): () => void {
      if (typeof wanted === 'string') {
        const blocks = new Map<number, Tokens>();
        const colours = { marks: codeMarks, blocks };
        paint(view, colours);
        session = startColour({
          language: wanted,
          // While the text arrives, the last line may still grow, so only whole blocks count.
          lineCount: () => (isWhole ? view.state.doc.lines : Math.floor((view.state.doc.lines - 1) / BLOCK_LINES) * BLOCK_LINES),
          textOf: (block) => blockText(blockLines(view, block)),
          onTokens(block, tokens) {
            blocks.set(block, tokens);
            if (isBlockInView(view, block)) paint(view, colours);
          },
          onEnd,
        });
        show(view);
      } else if (wanted) paint(view, { marks: marksOf(wanted.looks), blocks: wanted.blocks });
      return () => {
        session?.close();
        session = null;
        paint(view, null);
      };
    },

    /** To be called when lines were added. */
    extend(view: EditorView, isComplete: boolean): void {
      isWhole = isComplete;
      show(view);
    },
  };
}

function* blockLines({ state: { doc } }: EditorView, block: number): Generator<string> {
  const first = block * BLOCK_LINES + 1;
  if (first <= doc.lines) yield* doc.iterLines(first, Math.min(first + BLOCK_LINES, doc.lines + 1));
}

function isBlockInView({ state: { doc }, viewport }: EditorView, block: number): boolean {
  const first = block * BLOCK_LINES + 1;
  if (first > doc.lines) return false;
  return doc.line(first).from <= viewport.to && doc.line(Math.min(first + BLOCK_LINES - 1, doc.lines)).to >= viewport.from;
}
