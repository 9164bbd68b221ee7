/**
 * CodeMirror as a reader: read-only, the basic extensions only.
 *
 * Guarantees: no more than one slice is added between two frames, so that the page stays usable while ten megabytes
 * arrive; positions are those of the text itself, because only `\n` breaks lines here and in the numbers of the page.
 */
import { Compartment, EditorState, Text } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
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

export function startEditor(parent: HTMLElement, onLine: (line: number, isExtending: boolean, isTouch: boolean) => void) {
  const wrapping = new Compartment();
  const colours = codeColours();
  /** Where the reader wants to be in a text of which that part may not have arrived: at a line, or at the end. */
  let wanted: number | 'end' | null = null;
  const stay = () => {
    wanted = null;
  };
  let wantsAll = false;
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
        wrapping.of([]),
        colours.extension,
        markedLines,
        searchMatches,
      ],
    }),
  });

  // Its scrollbar as well.
  for (const input of ['wheel', 'touchmove', 'mousedown']) view.scrollDOM.addEventListener(input, stay, { passive: true });

  let shown = 0;
  let pending: PasteText | null = null;
  let isComplete = false;
  let frame = 0;
  const isAllShown = () => isComplete && shown === pending?.slices.length;

  /** Unless something else was selected since. */
  function isAllSelected(): boolean {
    const { doc, selection } = view.state;
    return wantsAll && selection.main.from === 0 && selection.main.to === doc.length;
  }

  function append(): void {
    frame = 0;
    const slice = pending?.slices[shown];
    if (slice === undefined) return;
    shown++;
    const from = view.state.doc.length;
    view.dispatch({
      changes: { from, insert: Text.of(slice.split('\n')) },
      ...(isAllSelected() ? { selection: { anchor: 0, head: from + slice.length } } : {}),
    });
    revealWanted();
    colours.extend(view, isAllShown());
    if (shown !== pending?.slices.length) frame = requestAnimationFrame(append);
  }

  function revealWanted(): void {
    const { doc } = view.state;
    if (wanted === 'end') {
      // Not to the right end of a line that isn't wrapped.
      const at = view.lineWrapping ? doc.length : doc.line(doc.lines).from;
      if (isAllShown()) wanted = null;
      view.dispatch({ effects: EditorView.scrollIntoView(at, { y: 'end' }) });
    } else if (wanted !== null && wanted <= doc.lines) {
      const { from } = doc.line(wanted);
      wanted = null;
      view.dispatch({ effects: EditorView.scrollIntoView(from, { y: 'start', yMargin: view.dom.clientHeight / 4 }) });
    }
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
      if (lines) wanted = isNew ? lines.first : null;
      revealWanted();
    },

    /** Lines of a link that are still to come are not scrolled to: the reader has gone elsewhere. */
    stay,

    /** At once: of a text that still arrives, the browser would scroll no further than there is, and stop where lines are drawn anew. */
    goTo(edge: 'start' | 'end'): void {
      wanted = edge === 'end' ? edge : null;
      if (edge === 'start') view.scrollDOM.scrollTo({ top: 0, behavior: 'instant' });
      revealWanted();
    },

    /** Also what is still to come: part of a text would be copied as if it were whole. */
    selectAll(): void {
      wantsAll = true;
      view.focus();
      view.dispatch({ selection: { anchor: 0, head: view.state.doc.length } });
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
