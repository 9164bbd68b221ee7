/**
 * The page for a new paste without its looks: holds the state, and does what the state's events ask for. React only
 * subscribes to it.
 */

import { editorMessages } from '#components/messages/editor';
import { MAX_CONTENT_BYTES } from '#lib/pastes/paste.rules';
import { keepChoices, readChoices } from './choices-storage';
import { dropCreatedAddress, enterCreated, enterForm, isCreatedAddress, isForeignAddress, onAddress } from './created/created-address';
import type { CreatedPaste, CreatedResponse } from './created/created-paste';
import { toCreated } from './created/created-paste';
import { forgetCreated, keepCreated, restoreCreated } from './created/created-storage';
import type { KeptFile } from './draft-files';
import { keepDraft, MAX_DRAFT_BYTES, restoreDraft, restoreKeptFile } from './draft-storage';
import { type Attachment, type Draft, type Edit, hasContent, makesSamePaste, withoutFile } from './editor.draft';
import { EditorError, type Problem } from './editor.problem';
import { type EditorEvent, type EditorState, INITIAL_STATE, reduce } from './editor.state';
import { fitExpiry } from './expiry';
import type { Sealer } from './seal.client';
import { isUnsettling, SILENCE_MS, type sendPaste } from './send-paste';
import { newIdempotencyKey, type Unsettled } from './unsettled';

/** Typing pauses this long before the draft is kept and the language guessed. */
const PAUSE_MS = 400;
/** Enough to guess the language by. */
const BEGINNING_CHARACTERS = 4096;

export interface EditorDeps {
  sealer: Sealer;
  send: typeof sendPaste;
  unsettled: Unsettled;
  /** Told of what was made. */
  remember(made: CreatedPaste, title: string): void;
  /** null where the browser forbids it. */
  storage(): Storage | null;
  /** Where choices are kept for the next paste; null where the browser forbids it. */
  choices(): Storage | null;
  /** The operator's; null: none. */
  maxTtlSeconds: number | null;
}

interface StoredFile {
  attachment: Attachment;
  kept: KeptFile | null | undefined;
}

/** A paste as it is sent, as often as it takes. */
interface Attempt {
  draft: Draft;
  body: Blob;
  key: string | null;
  idempotencyKey: string;
}

export type EditorStore = ReturnType<typeof createEditorStore>;

export function createEditorStore({ sealer, send, unsettled, remember, storage, choices, maxTtlSeconds }: EditorDeps) {
  let state: EditorState = INITIAL_STATE;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let underWay: AbortController | null = null;
  let offers = 0;
  const listeners = new Set<() => void>();

  function emit(event: EditorEvent): void {
    const next = reduce(state, event);
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  }

  const isOpen = () => state.phase === 'writing' || state.phase === 'reading';

  /** The draft's file in the browser's store; `kept` is undefined while it is written, null when that failed. */
  let stored: StoredFile | null = null;
  /** A file on its way out of the store: a reload meanwhile must find it again. */
  let restoring: KeptFile | null = null;

  function keep(): void {
    clearTimeout(pause);
    const { draft } = state;
    storeFile(draft);
    const tab = storage();
    const file = stored?.kept ?? restoring;
    const own = draft.attachment && file === null ? withoutFile(draft) : draft;
    const hasPassword = draft.password !== '' || draft.isPasswordLost;
    const isKept = tab ? keepDraft(tab, { ...own, file, hasPassword }) : !hasContent(draft);
    emit({ type: 'kept', isKept: isKept && stored?.kept !== null });
  }

  /** Brings the browser's store to what the draft has: its file, or none. */
  function storeFile({ attachment, guessedSyntax }: Draft): void {
    if (stored && stored.attachment !== attachment) {
      if (stored.kept) forget(stored.kept);
      stored = null;
    }
    if (!attachment || stored) return;
    const own: StoredFile = { attachment, kept: undefined };
    stored = own;
    void sealer
      .call('keepFile', { attachment, syntax: guessedSyntax })
      .catch(() => null)
      .then((kept) => {
        own.kept = kept;
        if (stored === own) keep();
        else if (kept) forget(kept);
      });
  }

  /** Where that fails, it is removed after a day. */
  const forget = (kept: KeptFile) => void sealer.call('forgetFile', kept).catch(() => undefined);

  async function restoreFile(kept: KeptFile): Promise<void> {
    const offer = ++offers;
    restoring = kept;
    emit({ type: 'file-offered', name: kept.name });
    const attachment = await sealer.call('restoreFile', kept).catch(() => null);
    restoring = null;
    if (offer !== offers) return forget(kept);
    if (attachment === null) return emit({ type: 'failed', problem: { code: 'file-lost', name: kept.name } });
    stored = { attachment, kept };
    emit({ type: 'file-taken', attachment, syntax: kept.syntax, isRestored: true });
  }

  async function afterPause(): Promise<void> {
    keep();
    if (state.phase === 'created') return;
    const { attachment, text, title } = state.draft;
    const beginning = attachment?.beginning ?? text.slice(0, BEGINNING_CHARACTERS);
    const { syntax } = await sealer.call('guess', { beginning, names: [title, attachment?.name ?? ''] });
    emit({ type: 'syntax-guessed', syntax, of: attachment });
  }

  /** The form is empty: its options are those chosen last. */
  const prefill = () => emit({ type: 'prefilled', edit: readChoices(choices()) });

  function edit(change: Edit): void {
    emit({ type: 'edited', edit: change });
    keepChoices(choices(), change);
    awaitPause();
  }

  function awaitPause(): void {
    clearTimeout(pause);
    // A guess that doesn't come leaves plain text.
    pause = setTimeout(() => void afterPause().catch(() => undefined), PAUSE_MS);
  }

  /** Of several files offered while one is being looked at, the last one counts. */
  async function take(name: string, look: () => Promise<EditorEvent>): Promise<void> {
    const offer = ++offers;
    emit({ type: 'file-offered', name });
    const event = await look().catch((error: unknown): EditorEvent => ({ type: 'failed', problem: problemOf(error) }));
    if (offer !== offers) return;
    emit(event);
    keep();
  }

  async function takeFile(file: File): Promise<void> {
    const { name, size } = file;
    if (size > MAX_CONTENT_BYTES) return emit({ type: 'failed', problem: { code: 'too-large', bytes: size, name } });
    if (size === 0) return emit({ type: 'failed', problem: { code: 'empty-file', name } });
    await take(name, async () => {
      const { content, beginning, syntax, convertedFrom, text } = await sealer.call('inspect', { content: file, name });
      // An editor in use keeps what is in it: the file is held beside it.
      const isEmpty = state.phase !== 'created' && state.draft.text === '' && !state.draft.attachment;
      if (text !== null && isEmpty) return { type: 'file-inserted', name, text, textBytes: content.size, syntax, convertedFrom };
      if (content.size > MAX_CONTENT_BYTES) throw new EditorError({ code: 'too-large', bytes: content.size, name });
      const own = convertedFrom === null ? file : new File([content], name);
      return { type: 'file-taken', attachment: { name, content: own, beginning }, syntax, convertedFrom };
    });
  }

  async function holdPasted(pieces: readonly string[]): Promise<EditorEvent> {
    const { syntax, ...attachment } = await sealer.call('hold', { pieces });
    const bytes = attachment.content.size;
    if (bytes > MAX_CONTENT_BYTES) throw new EditorError({ code: 'too-large', bytes, name: null });
    return { type: 'file-taken', attachment: { name: editorMessages.pastedText, ...attachment }, syntax };
  }

  /** What was sealed last, to be sent again as it is: then it makes no second paste. */
  let attempt: Attempt | null = null;

  async function submit(): Promise<void> {
    // What is under way already is not begun a second time.
    const isFirst = state.phase === 'writing';
    emit({ type: 'submitted' });
    if (!isFirst || state.phase !== 'sealing') return;
    const { draft } = state;
    await run(async (signal) => {
      if (!attempt || !makesSamePaste(attempt.draft, draft)) {
        attempt = null;
        // What was sent before, and may exist, must not stay beside this one.
        if (unsettled.isPending()) await unsettled.callOff();
        if (signal.aborted) return;
        attempt = await seal(draft);
      }
      if (!signal.aborted) await deliver(attempt, signal);
    });
  }

  /** Its problem is shown, unless it was cancelled. */
  async function run(task: (signal: AbortSignal) => Promise<void>): Promise<void> {
    underWay?.abort();
    underWay = new AbortController();
    const { signal } = underWay;
    try {
      await task(signal);
    } catch (error) {
      if (!signal.aborted) emit({ type: 'failed', problem: problemOf(error) });
    }
  }

  async function seal(draft: Draft): Promise<Attempt> {
    const { title, expiry, burnAfterRead, encrypt, attachment } = draft;
    const { body, key } = await sealer.call(
      'seal',
      {
        content: attachment?.content ?? draft.text,
        title,
        chosenSyntax: draft.chosenSyntax,
        fileSyntax: attachment ? draft.guessedSyntax : null,
        expiry: fitExpiry(expiry, maxTtlSeconds),
        burnAfterRead,
        encrypt,
        password: encrypt ? draft.password : '',
      },
      (percent) => emit({ type: 'sealed', percent }),
    );
    return { draft, body, key, idempotencyKey: newIdempotencyKey() };
  }

  async function deliver(sealed: Attempt, signal: AbortSignal): Promise<void> {
    const { draft, key } = sealed;
    const made = await sendOnce(sealed, signal).catch((error: unknown) => {
      if (!(error instanceof EditorError) || error.problem.code !== 'called-off') throw error;
      // This page called it off, and the response to that was lost: it is a new one.
      sealed.idempotencyKey = newIdempotencyKey();
      return sendOnce(sealed, signal);
    });
    attempt = null;
    unsettled.settle();
    const paste = toCreated(made, draft, key);
    remember(paste, draft.title);
    emit({ type: 'created', paste });
    keepCreated(storage(), { paste, isTaken: false });
    enterCreated();
    sealer.stop();
  }

  async function sendOnce({ body, idempotencyKey }: Attempt, signal: AbortSignal): Promise<CreatedResponse> {
    let silence: ReturnType<typeof setTimeout> | undefined;
    const stopListening = () => clearTimeout(silence);
    const onProgress = (sentBytes: number, totalBytes: number) => {
      if (signal.aborted) return;
      emit({ type: 'progressed', sentBytes, totalBytes });
      stopListening();
      silence = setTimeout(() => emit({ type: 'fell-silent' }), SILENCE_MS);
    };
    signal.addEventListener('abort', stopListening, { once: true });
    onProgress(0, body.size);
    unsettled.begin(idempotencyKey);
    try {
      return await send(body, idempotencyKey, onProgress, signal);
    } catch (error) {
      if (error instanceof EditorError && !isUnsettling(error.problem)) unsettled.settle();
      throw error;
    } finally {
      stopListening();
    }
  }

  async function cancel(): Promise<void> {
    const wasSent = state.phase === 'sending';
    underWay?.abort();
    sealer.stop();
    if (!wasSent) return emit({ type: 'cancelled', wasCreated: false });
    emit({ type: 'calling-off' });
    await run(async () => {
      const wasCreated = await unsettled.callOff();
      attempt = null;
      emit({ type: 'cancelled', wasCreated });
    });
  }

  /** By Back, Forward, a reload or the link on the form: shows what this entry of the tab's history is. */
  function showEntry(): void {
    // The way past the header has an address of its own.
    if (isForeignAddress()) return;
    const kept = isCreatedAddress() ? restoreCreated(storage()) : null;
    if (kept) emit({ type: 'reopened', ...kept });
    else {
      dropCreatedAddress();
      if (state.phase !== 'created') return;
      emit({ type: 'returned' });
      awaitPause();
    }
  }

  return {
    getState: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** @param typed what was in the fields before this program came @returns what ends it */
    connect(typed: { text: string; title: string }): () => void {
      const kept = storage();
      const restored = typed.text === '' && typed.title === '' && kept ? restoreDraft(kept) : null;
      if (restored) emit({ type: 'restored', edit: restored });
      else prefill();
      if (restored?.text) awaitPause();
      const file = restored && kept ? restoreKeptFile(kept) : null;
      if (file) void restoreFile(file);
      if (typed.text !== '' || typed.title !== '') edit({ ...typed, textBytes: byteLength(typed.text) });
      unsettled.restore();
      // If the server can't be asked now, the next paste asks again before it is sent.
      void unsettled.callOff().catch(() => undefined);
      showEntry();
      const stopListening = onAddress(showEntry);
      window.addEventListener('pagehide', keep);
      return () => {
        stopListening();
        window.removeEventListener('pagehide', keep);
        clearTimeout(pause);
        underWay?.abort();
        sealer.stop();
      };
    },

    edit,
    editText: (text: string) => edit({ text, textBytes: byteLength(text) }),

    async offerFiles(files: readonly File[]): Promise<void> {
      const [file] = files;
      if (!isOpen()) return;
      if (files.length > 1) return emit({ type: 'failed', problem: { code: 'several-files' } });
      if (file) await takeFile(file);
    },

    /**
     * Before a text is pasted into the text area: holds the whole as an attachment when it would be too large for it.
     * Removing that leaves the text as it was before.
     * @returns whether it did
     */
    holdsPaste(pieces: readonly [before: string, pasted: string, after: string]): boolean {
      if (!isTooLargeToType(pieces)) return false;
      if (isOpen()) void take(editorMessages.pastedText, () => holdPasted(pieces));
      return true;
    },

    /** Throws the draft away, here and in the tab's storage; `undoClear` brings it back until something else is begun. */
    clear(): void {
      offers += 1;
      emit({ type: 'cleared' });
      prefill();
      keep();
    },
    undoClear(): void {
      emit({ type: 'clearing-undone' });
      keep();
    },
    /** What a browser that can't encrypt leaves to do, by somebody's own decision. */
    async submitUnencrypted(): Promise<void> {
      emit({ type: 'edited', edit: { encrypt: false } });
      await submit();
    },

    /** By somebody's own decision, after a reload took the password. */
    async submitWithoutPassword(): Promise<void> {
      emit({ type: 'edited', edit: { isPasswordLost: false } });
      await submit();
    },

    removeFile(): void {
      emit({ type: 'file-removed' });
      keep();
    },
    submit,
    cancel,
    /** Sends the same again to a server that doesn't respond. */
    async retry(): Promise<void> {
      if (state.phase !== 'sending' || attempt === null) return;
      const again = attempt;
      await run((signal) => deliver(again, signal));
    },
    /** The link was copied, shared, shown as QR code or opened: its text isn't needed for another try any more. */
    takeLink(): void {
      if (state.phase !== 'created' || state.isTaken) return;
      emit({ type: 'link-taken' });
      keepCreated(storage(), { paste: state.paste, isTaken: true });
      keep();
    },
    /** Another paste: forgets the link. */
    restart(): void {
      emit({ type: 'restarted' });
      prefill();
      forgetCreated(storage());
      enterForm();
      keep();
    },
    /** Whether a link that was made is still kept in this tab. */
    hasLink: () => restoreCreated(storage()) !== null,
  };
}

/** Counts bytes only where the number of UTF-16 units, of one to three bytes each, doesn't say it. */
function isTooLargeToType(pieces: readonly string[]): boolean {
  const units = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (units > MAX_DRAFT_BYTES) return true;
  return units * 3 > MAX_DRAFT_BYTES && byteLength(pieces.join('')) > MAX_DRAFT_BYTES;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

function problemOf(error: unknown): Problem {
  if (error instanceof EditorError) return error.problem;
  console.error('the page failed', error);
  return { code: 'not-loaded' };
}
