/**
 * CodeMirror as a reader: read-only, the basic extensions only.
 *
 * Guarantees: no more than one slice is added between two frames, so that the page stays usable while ten megabytes
 * arrive; positions are those of the text itself, because only `\n` breaks lines here and in the numbers of the page.
 */
import { Compartment, EditorState, Text } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { viewMessages as messages } from '#components/messages/view';
import type { LineRange } from '#lib/envelope/fragment';
import type { Paint } from '../colour/colour.kinds';
import type { ColourEnd } from '../colour/colour.session';
import { isTouch } from '../model/is-touch';
import type { PasteText } from '../model/view.data';
import type { SearchResult } from '../model/view.search';
import { codeColours } from './text-view.colour';
import { markedLines, setMarkedLines } from './text-view.marked';
import { searchMatches, setMatches } from './text-view.matches';

/**
 * CodeMirror assumes one row for each line that was there before lines were wrapped, and draws as many lines as would fill
 * the window to measure them: a hundred of these are drawn in a few milliseconds, one of megabytes holds up the page.
 */
const ONE_ROW_MAX_CHARACTERS = 2_000;

export type TextEditor = ReturnType<typeof startEditor>;

const selectAll = (view: EditorView): boolean => {
  view.dispatch({ selection: { anchor: 0, head: view.state.doc.length } });
  return true;
};

export function startEditor(parent: HTMLElement, onLine: (line: number, isExtending: boolean, isTouch: boolean) => void) {
  const wrapping = new Compartment();
  const colours = codeColours();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        EditorState.readOnly.of(true),
        // Not editable: a phone would open its keyboard.
        EditorView.editable.of(false),
        EditorView.cspNonce.of(document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''),
        EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': messages.textLabel, 'aria-readonly': 'true', translate: 'no' }),
        EditorState.tabSize.of(4),
        lineNumbers({
          domEventHandlers: {
            // Selects nothing.
            mousedown: () => true,
            click(view, line, event) {
              onLine(view.state.doc.lineAt(line.from).number, (event as MouseEvent).shiftKey, isTouch(event));
              return true;
            },
          },
        }),
        keymap.of([{ key: 'Mod-a', run: selectAll }]),
        wrapping.of([]),
        colours.extension,
        markedLines,
        searchMatches,
      ],
    }),
  });

  let shown = 0;
  let pending: PasteText | null = null;
  let wanted: LineRange | null = null;
  let isComplete = false;
  let frame = 0;

  function append(): void {
    frame = 0;
    const slice = pending?.slices[shown];
    if (slice === undefined) return;
    shown++;
    view.dispatch({ changes: { from: view.state.doc.length, insert: Text.of(slice.split('\n')) } });
    revealWanted();
    const isShown = shown === pending?.slices.length;
    colours.extend(view, isComplete && isShown);
    if (!isShown) frame = requestAnimationFrame(append);
  }

  /** Lines of a link may arrive after they were asked for. */
  function revealWanted(): void {
    if (!wanted || wanted.first > view.state.doc.lines) return;
    const at = view.state.doc.line(wanted.first).from;
    wanted = null;
    view.dispatch({ effects: EditorView.scrollIntoView(at, { y: 'start', yMargin: view.dom.clientHeight / 4 }) });
  }

  return {
    show(text: PasteText, isWhole: boolean): void {
      pending = text;
      isComplete = isWhole;
      // The first slice at once, for it is what people wait for.
      if (shown === 0 || frame === 0) append();
    },

    wrap(isWrapped: boolean): void {
      if (isWrapped === view.lineWrapping) return;
      const { doc, selection } = view.state;
      const top = view.lineBlockAtHeight(view.scrollDOM.scrollTop).from;
      const effects = wrapping.reconfigure(isWrapped ? EditorView.lineWrapping : []);
      if ((pending?.longestLine ?? 0) <= ONE_ROW_MAX_CHARACTERS) {
        view.dispatch({ effects });
      } else {
        // Of a text that comes later CodeMirror estimates the rows, from the width that asking for a place measures.
        view.setState(view.state.update({ changes: { from: 0, to: doc.length }, effects }).state);
        view.coordsAtPos(0);
        view.dispatch({ changes: { from: 0, insert: doc }, selection });
      }
      view.dispatch({ effects: EditorView.scrollIntoView(top, { y: 'start' }) });
    },

    mark(lines: LineRange | null): void {
      const isNew = lines !== null && !isInView(view, lines.first);
      view.dispatch({ effects: setMarkedLines.of(lines) });
      wanted = isNew ? lines : null;
      revealWanted();
    },

    showMatches(search: SearchResult | null): void {
      const from = search?.matches.offsets[search.current * 2];
      const reveal =
        from === undefined || from > view.state.doc.length ? [] : [EditorView.scrollIntoView(from, { y: 'center', x: 'center' })];
      view.dispatch({ effects: [setMatches.of(search), ...reveal] });
    },

    /** @param wanted a language, or colours that are known beforehand; null for none @returns ends it */
    colour: (wanted: string | Paint | null, onEnd: (reason: ColourEnd) => void) => colours.start(view, wanted, onEnd),

    /** Where the text begins that is in view. */
    place: () => view.lineBlockAtHeight(view.scrollDOM.scrollTop).from,

    close(): void {
      cancelAnimationFrame(frame);
      colours.close();
      view.destroy();
    },
  };
}

function isInView(view: EditorView, lineNumber: number): boolean {
  if (lineNumber > view.state.doc.lines) return false;
  const { top, bottom } = view.lineBlockAt(view.state.doc.line(lineNumber).from);
  const { scrollTop, clientHeight } = view.scrollDOM;
  return top >= scrollTop && bottom <= scrollTop + clientHeight;
}
