/** Colours what is in view by the tokens that came from the worker. */
import { type Extension, type Range, StateEffect } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { BLOCK_LINES, KINDS, type Paint, TOKEN_NUMBERS, type Tokens } from '../colour/colour.kinds';
import type { ColourEnd, ColourSession } from '../colour/colour.session';
import { blockText, startColour } from '../colour/start-colour';

const coloursChanged = StateEffect.define<null>();

const codeMarks = KINDS.map((kind) => Decoration.mark({ class: `code-${kind}` }));

export function codeColours() {
  let blocks = new Map<number, Tokens>();
  let marks = codeMarks;
  let session: ColourSession | null = null;
  let isWhole = false;

  function show(view: EditorView): void {
    const { doc } = view.state;
    session?.show(doc.lineAt(view.viewport.from).number - 1, doc.lineAt(view.viewport.to).number - 1);
  }

  function decorate({ state, viewport }: EditorView): DecorationSet {
    if (blocks.size === 0) return Decoration.none;
    const first = state.doc.lineAt(viewport.from).number - 1;
    const last = state.doc.lineAt(viewport.to).number - 1;
    const ranges: Range<Decoration>[] = [];
    for (let block = Math.floor(first / BLOCK_LINES); block <= Math.floor(last / BLOCK_LINES); block++) {
      const tokens = blocks.get(block);
      if (!tokens) continue;
      let lineInBlock = -1;
      let lineStart = 0;
      for (let at = 0; at < tokens.length; at += TOKEN_NUMBERS) {
        const [line, start, end, kind] = tokens.subarray(at, at + TOKEN_NUMBERS) as unknown as [number, number, number, number];
        const index = block * BLOCK_LINES + line;
        if (index < first || index > last) continue;
        if (line !== lineInBlock) lineStart = state.doc.line(index + 1).from;
        lineInBlock = line;
        const mark = marks[kind];
        if (mark) ranges.push(mark.range(lineStart + start, lineStart + end));
      }
    }
    // A letter may have more than one colour: its own, and one behind it.
    return Decoration.set(ranges, marks !== codeMarks);
  }

  const plugin: Extension = ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = decorate(view);
      }

      update(update: ViewUpdate) {
        const isRecoloured = update.transactions.some(({ effects }) => effects.some((effect) => effect.is(coloursChanged)));
        if (!isRecoloured && !update.viewportChanged) return;
        this.decorations = decorate(update.view);
        if (update.viewportChanged) show(update.view);
      }
    },
    { decorations: (value) => value.decorations },
  );

  return {
    extension: plugin,

    /** @returns ends it */
    start(view: EditorView, colours: string | Paint | null, onEnd: (reason: ColourEnd) => void): () => void {
      if (typeof colours === 'object' && colours !== null) {
        marks = colours.looks.map((look) => Decoration.mark({ class: look }));
        blocks = new Map(colours.blocks);
        view.dispatch({ effects: coloursChanged.of(null) });
      } else if (colours !== null) {
        session = startColour({
          language: colours,
          // The last line may still be growing.
          lineCount: () => (isWhole ? view.state.doc.lines : Math.floor((view.state.doc.lines - 1) / BLOCK_LINES) * BLOCK_LINES),
          textOf: (block) => blockText(blockLines(view, block)),
          onTokens(block, tokens) {
            blocks.set(block, tokens);
            if (isBlockInView(view, block)) view.dispatch({ effects: coloursChanged.of(null) });
          },
          onEnd,
        });
        show(view);
      }
      return () => {
        session?.close();
        session = null;
        blocks = new Map();
        marks = codeMarks;
        view.dispatch({ effects: coloursChanged.of(null) });
      };
    },

    /** Lines were added. */
    extend(view: EditorView, isComplete: boolean): void {
      isWhole = isComplete;
      show(view);
    },

    close(): void {
      session?.close();
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
