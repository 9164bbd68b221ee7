/**
 * Has a draft encrypted and sends it, as a paste or as an answer.
 *
 * Guarantees: a repeated attempt sends the same bytes under the same idempotency key, and creates nothing a second time; a paste
 * that an earlier attempt may have created is deleted before another draft is sent. The tab keeps the key of a request whose
 * result is unknown, so that this holds after a reload, too.
 */
import { randomKey } from '#components/ui/random-key';
import { keepJson, readJson } from '#components/ui/storage';
import { check, type Draft, makesSamePaste } from './editor-draft';
import { EditorError, type Problem, problemOf } from './editor-problem';
import type { EditorScreenState } from './editor-state';
import { callOffPaste, isUnsettling, SILENCE_MS, type Upload } from './paste.client';
import type { SealedDraft } from './seal';

interface Attempt extends SealedDraft {
  draft: Draft;
  idempotencyKey: string;
}

/** Makes a paste, or an answer to a secret request, of a draft. */
export interface Target<Made> {
  /** Finds what only this target has against a draft. */
  problemOf?(draft: Draft): Problem | null;
  seal(draft: Draft, onProgress: (percent: number) => void): Promise<SealedDraft>;
  /** @throws EditorError */
  send(body: Blob, idempotencyKey: string, upload: Upload): Promise<Made>;
  onMade(made: Made, draft: Draft, key: string | null): void;
  /** Ends the work of `seal`. */
  stop?(): void;
  /** Says that nothing was made. @param wasCreated the server had created the paste, and has deleted it */
  cancelled?(wasCreated: boolean): string;
}

export function createSubmission<Made>(editor: EditorScreenState, target: Target<Made>, unsettled: Unsettled) {
  const { getState } = editor;
  let underWay: AbortController | null = null;
  /** The last sealed draft, to be sent again unchanged. */
  let attempt: Attempt | null = null;

  /** Runs a task after aborting the previous one; shows its problem unless it was aborted. */
  async function run(task: (signal: AbortSignal) => Promise<void>): Promise<void> {
    underWay?.abort();
    underWay = new AbortController();
    const { signal } = underWay;
    try {
      await task(signal);
    } catch (error) {
      if (!signal.aborted) editor.fail(problemOf(error));
    }
  }

  /** Seals and sends a draft. What was sealed for the same draft is sent again. */
  async function make(draft: Draft, signal: AbortSignal): Promise<void> {
    if (!attempt || !makesSamePaste(attempt.draft, draft)) {
      attempt = null;
      if (unsettled.isPending()) await unsettled.callOff();
      if (signal.aborted) return;
      attempt = { ...(await target.seal(draft, editor.seal)), draft, idempotencyKey: randomKey() };
    }
    if (signal.aborted) return;
    const sealed = attempt;
    const made = await sendOnce(sealed, signal).catch((error: unknown) => {
      if (!(error instanceof EditorError) || error.problem.code !== 'called-off') throw error;
      // This page cancelled that idempotency key and lost the response, so it sends under a new one.
      sealed.idempotencyKey = randomKey();
      return sendOnce(sealed, signal);
    });
    attempt = null;
    unsettled.settle();
    target.onMade(made, draft, sealed.key);
    target.stop?.();
  }

  async function sendOnce({ body, idempotencyKey }: Attempt, signal: AbortSignal): Promise<Made> {
    let silence: ReturnType<typeof setTimeout> | undefined;
    const stopListening = () => clearTimeout(silence);
    const onProgress = (sentBytes: number, totalBytes: number) => {
      if (signal.aborted) return;
      editor.progress(sentBytes, totalBytes);
      stopListening();
      silence = setTimeout(editor.fallSilent, SILENCE_MS);
    };
    signal.addEventListener('abort', stopListening, { once: true });
    onProgress(0, body.size);
    unsettled.begin(idempotencyKey);
    try {
      return await target.send(body, idempotencyKey, { onProgress, signal });
    } catch (error) {
      if (error instanceof EditorError && !isUnsettling(error.problem)) unsettled.settle();
      throw error;
    } finally {
      stopListening();
    }
  }

  function stop(): void {
    underWay?.abort();
    target.stop?.();
  }

  return {
    async submit(): Promise<void> {
      // A submit during a submission starts nothing.
      if (getState().phase !== 'writing') return;
      const problem = check(getState().draft) ?? target.problemOf?.(getState().draft) ?? null;
      if (problem !== null) return editor.fail(problem);
      editor.beginSealing();
      const { draft } = getState();
      await run((signal) => make(draft, signal));
    },

    async cancel(): Promise<void> {
      const wasSent = getState().phase === 'sending';
      stop();
      const settle = (wasCreated: boolean) => editor.cancel(target.cancelled?.(wasCreated) ?? null);
      if (!wasSent) return settle(false);
      editor.callOff();
      await run(async () => {
        const wasCreated = await unsettled.callOff();
        attempt = null;
        settle(wasCreated);
      });
    },

    /** Sends the same again to a server that doesn't respond. */
    async retry(): Promise<void> {
      if (getState().phase !== 'sending' || attempt === null) return;
      const again = attempt;
      await run((signal) => make(again.draft, signal));
    },

    /** Aborts everything when the page is left. */
    stop,
  };
}

const STORAGE_KEY = 'sealpaste-unsettled';

export type Unsettled = ReturnType<typeof createUnsettled>;

/** @param storage null where the browser forbids it @param callOff throws EditorError when the server doesn't respond */
export function createUnsettled(storage: () => Storage | null, callOff: typeof callOffPaste = callOffPaste) {
  let pending: string | null = null;

  function set(key: string | null): void {
    pending = key;
    if (key === null) storage()?.removeItem(STORAGE_KEY);
    // If there is no room, the request is unknown after a reload.
    else keepJson(storage(), STORAGE_KEY, key);
  }

  return {
    /** Reads the key that an earlier page of this tab left. */
    restore(): void {
      const kept = readJson(storage(), STORAGE_KEY);
      pending = typeof kept === 'string' ? kept : null;
    },
    /** Stores the key of a request before it is sent. */
    begin: (key: string) => set(key),
    isPending: () => pending !== null,
    /** Forgets the key, because the result is known. */
    settle: () => set(null),
    /** @returns whether the server had created a paste, which is deleted now @throws EditorError, and it stays unsettled */
    async callOff(): Promise<boolean> {
      if (pending === null) return false;
      const key = pending;
      const isDeleted = await callOff(key);
      if (pending === key) set(null);
      return isDeleted;
    },
  };
}
