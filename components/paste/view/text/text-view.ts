/**
 * Shows a large text in CodeMirror, read-only and with basic extensions only.
 *
 * Guarantees: adds at most one slice a frame, so that the page stays usable while ten megabytes arrive; positions are those
 * of the text itself, because only `\n` breaks lines, as in the page's line numbers.
 */
import { Compartment, EditorState, type Extension, Text } from '@codemirror/state';
import { EditorView, highlightSpecialChars, lineNumbers } from '@codemirror/view';
import { viewMessages as messages } from '#components/messages/view';
import type { LineRange } from '#lib/envelope/fragment';
import { PLAIN_TEXT } from '#lib/languages/language.rules';
import { HIDDEN_CHARACTERS, hiddenLabel, kindOfText } from '../model/hidden-characters';
import type { SearchResult } from '../model/view-search';
import type { PasteText } from '../model/view-text';
import { BLOCK_LINES, CODE_LOOKS, type Paint, type Tokens } from './colour-kinds';
import { blockText, type ColourEnd, type ColourSession, startColour } from './colour-session';
import type { OnLine } from './small-text';
import { linesInView, markedLines, paintedTokens, searchMatches } from './text-view-decorations';
import type { TakeKeys } from './use-text-keys';

/**
 * When wrapping is turned on, CodeMirror assumes one row for each line that was already there, and renders as many lines as
 * would then fill the window. That takes milliseconds for lines up to this length; one line of megabytes would block the
 * page.
 */
const ONE_ROW_MAX_CHARACTERS = 2_000;

/**
 * Makes CodeMirror put its styles into a style sheet that the document adopts, as it does in a shadow root: the page's policy
 * forbids the element that it would make instead. It decides by whether the root has a head.
 */
function withAdoptedStyles<Made>(make: () => Made): Made {
  if (!('adoptedStyleSheets' in document)) return make();
  Object.defineProperty(document, 'head', { value: null, configurable: true });
  try {
    return make();
  } finally {
    Reflect.deleteProperty(document, 'head');
  }
}

export type TextEditor = ReturnType<typeof startEditor>;

export function startEditor(parent: HTMLElement, onLine: OnLine) {
  const wrapping = new Compartment();
  const hidden = new Compartment();
  const colours = new Compartment();
  const marks = new Compartment();
  const matches = new Compartment();
  let session: ColourSession | null = null;
  /** The line, the match by its place in the text, or the end that the reader wants to see and that may not have arrived yet. */
  let wanted: number | { match: number } | 'end' | null = null;
  let wantsAll = false;
  const view = withAdoptedStyles(
    () =>
      new EditorView({
        parent,
        state: EditorState.create({
          extensions: [
            EditorState.readOnly.of(true),
            // A phone would open its keyboard for an editable element.
            EditorView.editable.of(false),
            EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': messages.textLabel, 'aria-readonly': 'true', translate: 'no' }),
            EditorState.tabSize.of(4),
            hidden.of(hiddenIn(PLAIN_TEXT)),
            lineNumbers({
              domEventHandlers: {
                // Keeps a click on a line number from selecting text.
                mousedown: () => true,
                click(view, line, event) {
                  onLine(view.state.doc.lineAt(line.from).number, event as MouseEvent);
                  return true;
                },
              },
            }),
            [wrapping, colours, marks, matches].map((part) => part.of([])),
            EditorView.updateListener.of(({ viewportChanged }) => {
              if (viewportChanged) colourInView();
            }),
          ],
        }),
      }),
  );

  // The reader goes elsewhere. `mousedown` covers the scrollbar.
  for (const input of ['wheel', 'touchmove', 'mousedown']) view.scrollDOM.addEventListener(input, () => (wanted = null), { passive: true });

  let shown = 0;
  let pending: PasteText | null = null;
  let isComplete = false;
  let wantsWrapping = false;
  let frame = 0;
  const isAllShown = () => isComplete && shown === pending?.slices.length;
  /** @param extension null removes what was there */
  const put = (part: Compartment, extension: Extension | null) => view.dispatch({ effects: part.reconfigure(extension ?? []) });
  /** The view itself says so only from its next frame on. */
  const isWrapping = () => wrapping.get(view.state) === EditorView.lineWrapping;

  /** Whether the whole text is still selected after Select all. */
  function isAllSelected(): boolean {
    const { doc, selection } = view.state;
    return wantsAll && selection.main.from === 0 && selection.main.to === doc.length;
  }

  function append(): void {
    frame = 0;
    const slice = pending?.slices[shown];
    // The end of a text may come without a slice.
    if (slice !== undefined) {
      shown++;
      const from = view.state.doc.length;
      view.dispatch({
        changes: { from, insert: Text.of(slice.split('\n')) },
        ...(isAllSelected() ? { selection: { anchor: 0, head: from + slice.length } } : {}),
      });
    }
    wrapAsWanted();
    revealWanted();
    colourInView();
    if (shown < (pending?.slices.length ?? 0)) frame = requestAnimationFrame(append);
  }

  function colourInView(): void {
    if (!session) return;
    const { first, last } = linesInView(view);
    session.show(first, last);
  }

  function wrapAsWanted(): void {
    const isLong = (pending?.longestLine ?? 0) > ONE_ROW_MAX_CHARACTERS;
    // A long line that is wrapped while it grows would be laid out again with every slice.
    if (wantsWrapping === isWrapping() || (isLong && !isAllShown())) return;
    const { doc, selection } = view.state;
    const top = view.lineBlockAtHeight(view.scrollDOM.scrollTop).from;
    const effects = wrapping.reconfigure(wantsWrapping ? EditorView.lineWrapping : []);
    if (!isLong) view.dispatch({ effects });
    else {
      // Empties and refills the text: CodeMirror estimates the rows of new text, from the width that `coordsAtPos` makes it measure.
      // A line of 5 MB takes 25 ms, and 4 s if only the wrapping is changed or the state is set with its text.
      view.setState(view.state.update({ changes: { from: 0, to: doc.length }, effects }).state);
      view.coordsAtPos(0);
      view.dispatch({ changes: { from: 0, insert: doc }, selection });
    }
    view.dispatch({ effects: EditorView.scrollIntoView(top, { y: 'start' }) });
  }

  function revealWanted(): void {
    const { doc } = view.state;
    if (wanted === 'end') {
      // A text that is not wrapped goes to the beginning of the last line, not to its right end.
      const at = isWrapping() ? doc.length : doc.line(doc.lines).from;
      if (isAllShown()) wanted = null;
      view.dispatch({ effects: EditorView.scrollIntoView(at, { y: 'end' }) });
    } else if (typeof wanted === 'object') {
      if (wanted === null || wanted.match >= doc.length) return;
      const { match } = wanted;
      wanted = null;
      view.dispatch({ effects: EditorView.scrollIntoView(match, { y: 'center', x: 'center' }) });
    } else if (wanted <= doc.lines) {
      const { from } = doc.line(wanted);
      wanted = null;
      view.dispatch({ effects: EditorView.scrollIntoView(from, { y: 'start', yMargin: view.dom.clientHeight / 4 }) });
    }
  }

  return {
    show(text: PasteText, isWhole: boolean): void {
      pending = text;
      isComplete = isWhole;
      // Adds the first slice at once, because people wait for it.
      if (shown === 0 || frame === 0) append();
    },

    markHidden: (language: string) => put(hidden, hiddenIn(language)),

    wrap(isWrapped: boolean): void {
      wantsWrapping = isWrapped;
      wrapAsWanted();
    },

    mark(lines: LineRange | null): void {
      const isNew = lines !== null && !isInView(view, lines.first);
      put(marks, lines && markedLines(lines));
      if (lines) wanted = isNew ? lines.first : null;
      revealWanted();
    },

    /** Takes keys from the page: all of the text is selected, including slices still to come, which a copy would lack. */
    takeKeys: (take: TakeKeys) =>
      take((key) => {
        view.focus();
        if (key === 'all') {
          wantsAll = true;
          return view.dispatch({ selection: { anchor: 0, head: view.state.doc.length } });
        }
        // The browser's own scrolling to an end would stop at what has arrived, or where lines are rendered anew.
        wanted = key === 'end' ? key : null;
        if (key === 'start') view.scrollDOM.scrollTo({ top: 0, behavior: 'instant' });
        revealWanted();
      }),

    /** Takes the focus, and selects a part of the text that has arrived. */
    select(from = 0, to = from): void {
      view.focus();
      if (to > from && to <= view.state.doc.length) view.dispatch({ selection: { anchor: from, head: to } });
    },

    showMatches(search: SearchResult | null): void {
      const match = search?.matches.offsets[search.current * 2];
      put(matches, search && searchMatches(search));
      if (match !== undefined) wanted = { match };
      else if (typeof wanted === 'object') wanted = null;
      revealWanted();
    },

    /** @param wanted a language, or colours that are known beforehand; null for none @returns a function that ends the colouring */
    colour(wanted: string | Paint | null, onEnd: (reason: ColourEnd) => void): () => void {
      const paint = (known: Paint) => put(colours, paintedTokens(known));
      if (typeof wanted === 'string') {
        const blocks = new Map<number, Tokens>();
        session = startColour({
          language: wanted,
          lineCount() {
            const { lines } = view.state.doc;
            // While the text arrives, the last line may still grow, so only whole blocks count.
            return isAllShown() ? lines : Math.floor((lines - 1) / BLOCK_LINES) * BLOCK_LINES;
          },
          textOf(block) {
            const { doc } = view.state;
            const first = block * BLOCK_LINES + 1;
            return blockText(doc.iterLines(first, Math.min(first + BLOCK_LINES, doc.lines + 1)));
          },
          onTokens(block, tokens) {
            blocks.set(block, tokens);
            const { first, last } = linesInView(view);
            if (block >= Math.floor(first / BLOCK_LINES) && block * BLOCK_LINES <= last) paint({ looks: CODE_LOOKS, blocks });
          },
          onEnd,
        });
        colourInView();
      } else if (wanted) paint(wanted);
      return () => {
        session?.close();
        session = null;
        put(colours, null);
      };
    },

    place: () => view.lineBlockAtHeight(view.scrollDOM.scrollTop).from,

    close(): void {
      cancelAnimationFrame(frame);
      view.destroy();
    },
  };
}

const hiddenIn = (language: string) =>
  highlightSpecialChars({ specialChars: HIDDEN_CHARACTERS[kindOfText(language)], render: hiddenCharacter });

function hiddenCharacter(code: number): HTMLElement {
  const element = document.createElement('span');
  element.className = 'hidden-character';
  element.dataset.character = hiddenLabel(String.fromCodePoint(code));
  return element;
}

function isInView(view: EditorView, lineNumber: number): boolean {
  if (lineNumber > view.state.doc.lines) return false;
  const { top, bottom } = view.lineBlockAt(view.state.doc.line(lineNumber).from);
  const { scrollTop, clientHeight } = view.scrollDOM;
  return top >= scrollTop && bottom <= scrollTop + clientHeight;
}
