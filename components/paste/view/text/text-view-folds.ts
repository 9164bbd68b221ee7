/** Folds blocks of a large text in CodeMirror: a gutter with a sign at each line that can be folded, and a key for all. */
import { type EditorState, RangeSet, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter, WidgetType } from '@codemirror/view';
import { foldsOf, indentOf, outerFolds } from './fold-ranges';

/** Folding all reads all lines at once, which would block the page for more than these. */
const MAX_ALL_LINES = 100_000;
/** Empty lines looked at below a line, to tell whether it begins a block. */
const MAX_EMPTY_LINES = 50;

/** A line, and the last one that is hidden with it; from 1. */
interface Fold {
  line: number;
  last: number;
}

const setFolds = StateEffect.define<readonly Fold[]>();

class Ellipsis extends WidgetType {
  toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'folded';
    element.textContent = ' … ';
    return element;
  }
}
const hidden = Decoration.replace({ widget: new Ellipsis() });

const folded = StateField.define<readonly Fold[]>({
  create: () => [],
  update(folds, transaction) {
    for (const effect of transaction.effects) if (effect.is(setFolds)) return effect.value;
    return folds;
  },
  provide: (field) => EditorView.decorations.compute([field], (state) => decorationsOf(state, state.field(field))),
});

function decorationsOf({ doc }: EditorState, folds: readonly Fold[]): DecorationSet {
  const ranges = folds.map(({ line, last }) => hidden.range(doc.line(line).to, doc.line(last).to));
  return ranges.length === 0 ? Decoration.none : RangeSet.of(ranges, true);
}

class Sign extends GutterMarker {
  constructor(private readonly isClosed: boolean) {
    super();
  }
  override eq(other: Sign): boolean {
    return other.isClosed === this.isClosed;
  }
  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'fold';
    element.dataset.closed = String(this.isClosed);
    return element;
  }
}
const [OPEN, CLOSED] = [new Sign(false), new Sign(true)];

function isFoldable(doc: Text, line: number): boolean {
  const indent = indentOf(doc.line(line).text);
  if (indent < 0) return false;
  const end = Math.min(doc.lines, line + MAX_EMPTY_LINES);
  for (let next = line + 1; next <= end; next++) {
    const below = indentOf(doc.line(next).text);
    if (below >= 0) return below > indent;
  }
  return false;
}

/** @returns the last line of the block that a line begins */
function endOfBlock(doc: Text, line: number): number {
  const indent = indentOf(doc.line(line).text);
  let last = line;
  let at = line;
  for (const text of doc.iterLines(line + 1, doc.lines + 1)) {
    at++;
    const below = indentOf(text);
    if (below < 0) continue;
    if (below <= indent) break;
    last = at;
  }
  return last;
}

export const textFolds = [
  folded,
  gutter({
    class: 'folds',
    lineMarker(view, { from }) {
      const { number } = view.state.doc.lineAt(from);
      if (view.state.field(folded).some(({ line }) => line === number)) return CLOSED;
      return isFoldable(view.state.doc, number) ? OPEN : null;
    },
    lineMarkerChange: ({ startState, state }) => startState.field(folded) !== state.field(folded),
    domEventHandlers: {
      click(view, { from }) {
        toggle(view, view.state.doc.lineAt(from).number);
        return true;
      },
    },
  }),
];

function toggle(view: EditorView, line: number): void {
  const { doc } = view.state;
  const folds = view.state.field(folded);
  const others = folds.filter((fold) => fold.line !== line);
  const last = endOfBlock(doc, line);
  if (others.length === folds.length && last === line) return;
  view.dispatch({ effects: setFolds.of(others.length < folds.length ? others : [...folds, { line, last }]) });
}

/** Folds the outermost blocks; when something is folded, unfolds everything. */
export function toggleAllFolds(view: EditorView): void {
  const { doc } = view.state;
  const isFolding = view.state.field(folded).length === 0 && doc.lines <= MAX_ALL_LINES;
  const folds = isFolding ? outerFolds(foldsOf(doc.iterLines()), doc.lines) : [];
  view.dispatch({ effects: setFolds.of(folds.map(([line, last]) => ({ line: line + 1, last: last + 1 }))) });
}

/** Unfolds what hides a place of the text. */
export function revealFolded(view: EditorView, place: number): void {
  const folds = view.state.field(folded, false) ?? [];
  const { number } = view.state.doc.lineAt(Math.min(place, view.state.doc.length));
  const left = folds.filter(({ line, last }) => number <= line || number > last);
  if (left.length < folds.length) view.dispatch({ effects: setFolds.of(left) });
}
