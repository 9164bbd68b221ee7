/** Folds blocks of a large text in CodeMirror: a button at each line that begins a block, and a key for all. */
import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import { createFoldFinder, moveAmong, nameOfFold, outerFolds } from './fold-ranges';
import { decorateInView } from './text-view-decorations';

/** The last hidden line of lines that can be folded, and of those that are. Lines count from 0. */
interface Folds {
  all: ReadonlyMap<number, number>;
  closed: ReadonlyMap<number, number>;
}

const setFolds = StateEffect.define<Folds | null>();

class Ellipsis extends WidgetType {
  toDOM(): HTMLElement {
    return Object.assign(document.createElement('span'), { className: 'folded', textContent: ' … ' });
  }
}
const hidden = Decoration.replace({ widget: new Ellipsis() });

// A field, because a plugin's decorations may not hide line breaks.
const foldsField = StateField.define<Folds | null>({
  create: () => null,
  update(folds, { effects }) {
    for (const effect of effects) if (effect.is(setFolds)) return effect.value;
    return folds;
  },
  provide: (field) =>
    EditorView.decorations.compute([field], (state) => {
      const { doc } = state;
      const closed = [...(state.field(field)?.closed ?? [])];
      return Decoration.set(
        closed.map(([line, last]) => hidden.range(doc.line(line + 1).to, doc.line(last + 1).to)),
        true,
      );
    }),
});

const buttonsIn = (view: EditorView) => [...view.contentDOM.querySelectorAll<HTMLButtonElement>('button.fold')];

class FoldButton extends WidgetType {
  constructor(
    readonly line: number,
    readonly last: number,
    readonly isClosed: boolean,
    /** One button is in the order of Tab; the arrow keys lead to the others. */
    readonly isFirst: boolean,
  ) {
    super();
  }

  override eq({ line, last, isClosed, isFirst }: FoldButton): boolean {
    return line === this.line && last === this.last && isClosed === this.isClosed && isFirst === this.isFirst;
  }

  override toDOM(view: EditorView): HTMLElement {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'fold', tabIndex: this.isFirst ? 0 : -1 });
    button.dataset.line = String(this.line);
    button.ariaLabel = nameOfFold(this.line, this.last);
    button.ariaExpanded = String(!this.isClosed);
    button.addEventListener('keydown', (event) => moveAmong(buttonsIn(view), event));
    button.addEventListener('click', () => toggle(view, this.line));
    return button;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const foldButtons = decorateInView(setFolds, ({ all, closed }, { state: { doc }, visibleRanges }) => {
  const lines = new Set<number>();
  for (const { from, to } of visibleRanges) {
    for (let line = doc.lineAt(from).number - 1; line < doc.lineAt(to).number; line++) if (all.has(line)) lines.add(line);
  }
  return [...lines].map((line, index) => {
    const widget = new FoldButton(line, all.get(line) as number, closed.has(line), index === 0);
    return Decoration.widget({ widget, side: -1 }).range(doc.line(line + 1).from);
  });
});

function toggle(view: EditorView, line: number): void {
  const { all, closed } = view.state.field(foldsField) as Folds;
  const next = new Map(closed);
  if (!next.delete(line)) next.set(line, all.get(line) as number);
  view.dispatch({ effects: setFolds.of({ all, closed: next }) });
  // The editor has made the button anew.
  buttonsIn(view)
    .find((button) => button.dataset.line === String(line))
    ?.focus();
}

export function textFolds() {
  let isOffered = false;
  let isWhole = false;
  let finder = createFoldFinder();

  /** Looks for blocks in the lines that have arrived and won't grow any more. */
  function find(view: EditorView): void {
    if (!isOffered) return;
    const { doc } = view.state;
    const [first, end] = [finder.lines() + 1, isWhole ? doc.lines + 1 : doc.lines];
    // The document refuses to start behind its last line.
    if (first < end) for (const line of doc.iterLines(first, end)) finder.add(line);
    if (isWhole) finder.end();
    const closed = view.state.field(foldsField)?.closed ?? new Map();
    view.dispatch({ effects: setFolds.of({ all: finder.folds, closed }) });
  }

  return {
    extension: [foldsField, foldButtons],

    /** To be called when lines were added. */
    extend(view: EditorView, isComplete: boolean): void {
      isWhole = isComplete;
      find(view);
    },

    /** Offers to fold blocks, or stops that and unfolds all. */
    offer(view: EditorView, isWanted: boolean): void {
      isOffered = isWanted;
      finder = createFoldFinder();
      view.dispatch({ effects: setFolds.of(null) });
      find(view);
    },

    /** Folds the outermost blocks; when something is folded, unfolds everything. */
    toggleAll(view: EditorView): void {
      const { closed } = view.state.field(foldsField) ?? {};
      const next = closed && closed.size === 0 ? new Map(outerFolds(finder.folds, view.state.doc.lines)) : new Map();
      view.dispatch({ effects: setFolds.of({ all: finder.folds, closed: next }) });
    },

    /** Unfolds what hides a place of the text. */
    reveal(view: EditorView, place: number): void {
      const { closed } = view.state.field(foldsField) ?? {};
      const line = view.state.doc.lineAt(Math.min(place, view.state.doc.length)).number - 1;
      const left = new Map([...(closed ?? [])].filter(([first, last]) => line <= first || line > last));
      if (closed && left.size < closed.size) view.dispatch({ effects: setFolds.of({ all: finder.folds, closed: left }) });
    },
  };
}
