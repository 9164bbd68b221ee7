/**
 * Encrypts the draft in the worker and sends it.
 *
 * Guarantees: a repeated attempt sends the same bytes under the same idempotency key, and creates no second paste; a paste that an earlier
 * attempt may have created is deleted before another draft is sent. The tab keeps the key of a request whose
 * result is unknown, so that this holds after a reload, too.
 */
import { randomKey } from '#components/ui/random-key';
import type { OfferedExpiries } from '#lib/pastes/expiry.rules';
import type { CreatedPasteJson } from '#lib/pastes/paste.schema';
import { chosenOptions, NO_OPTIONS, setOptions, withoutRuledOut } from '#lib/pastes/paste-options.rules';
import { type CreatedPaste, toCreated } from './created-paste';
import { check, contentOf, type Draft, makesSamePaste } from './editor-draft';
import { EditorError, problemOf } from './editor-problem';
import type { StateStore } from './editor-state';
import { resolveExpiry } from './expiry';
import { type HouseRules, ruledEdit, ruleProblem } from './house-rules';
import { callOffPaste, isUnsettling, SILENCE_MS, type sendPaste } from './paste.client';
import type { Sealer } from './seal.client';

interface Attempt {
  draft: Draft;
  body: Blob;
  key: string | null;
  idempotencyKey: string;
}

export interface SubmissionDeps {
  sealer: Sealer;
  send: typeof sendPaste;
  unsettled: Unsettled;
  /** The operator's offers and rules, and whether the page is a signed-in user's. */
  host(): { expiries: OfferedExpiries; rules: HouseRules; isSignedIn: boolean };
  /** @param isOwned whether the paste belongs to the account */
  onCreated(paste: CreatedPaste, title: string, isOwned: boolean): void;
}

export function createSubmission({ getState, emit }: StateStore, deps: SubmissionDeps) {
  const { sealer, send, unsettled, host, onCreated } = deps;
  let underWay: AbortController | null = null;
  /** The last sealed draft, to be sent again unchanged. */
  let attempt: Attempt | null = null;
  /** Whether somebody chose to create the paste without the account. */
  let leavesAccount = false;

  const needsAccount = () => host().isSignedIn && !leavesAccount;

  /** Runs a task after aborting the previous one; shows its problem unless it was aborted. */
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
    const { title, expiry, encrypt, attachment, chosenSyntax, files, keepsMetadata } = draft;
    const { body, key } = await sealer.call(
      'seal',
      {
        content: attachment?.content ?? draft.text,
        files: files.map(({ content, photo, ...file }) => ({ ...file, content: contentOf({ content, photo }, keepsMetadata) })),
        title,
        chosenSyntax,
        fileSyntax: attachment ? draft.guessedSyntax : null,
        expiry: resolveExpiry(expiry, host().expiries),
        options: setOptions(withoutRuledOut({ ...NO_OPTIONS, ...chosenOptions(draft) })),
        encrypt,
        password: encrypt ? draft.password : '',
      },
      (percent) => emit({ type: 'sealed', percent }),
    );
    return { draft, body, key, idempotencyKey: randomKey() };
  }

  async function deliver(sealed: Attempt, signal: AbortSignal): Promise<void> {
    const { draft, key } = sealed;
    const made = await sendOnce(sealed, signal).catch((error: unknown) => {
      if (!(error instanceof EditorError) || error.problem.code !== 'called-off') throw error;
      // This page cancelled that idempotency key and lost the response, so it sends under a new one.
      sealed.idempotencyKey = randomKey();
      return sendOnce(sealed, signal);
    });
    attempt = null;
    unsettled.settle();
    onCreated(toCreated(made, draft, key), draft.title, needsAccount());
  }

  /** Makes the paste. What was sealed for the same draft is sent again. */
  async function make(draft: Draft, signal: AbortSignal): Promise<void> {
    if (!attempt || !makesSamePaste(attempt.draft, draft)) {
      attempt = null;
      if (unsettled.isPending()) await unsettled.callOff();
      if (signal.aborted) return;
      attempt = await seal(draft);
    }
    if (signal.aborted) return;
    await deliver(attempt, signal);
    sealer.stop();
  }

  async function sendOnce({ body, idempotencyKey }: Attempt, signal: AbortSignal): Promise<CreatedPasteJson> {
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
      return await send(body, idempotencyKey, onProgress, signal, needsAccount());
    } catch (error) {
      if (error instanceof EditorError && !isUnsettling(error.problem)) unsettled.settle();
      throw error;
    } finally {
      stopListening();
    }
  }

  return {
    leaveAccount(): void {
      leavesAccount = true;
    },

    async submit(): Promise<void> {
      // A submit during a submission starts nothing.
      const isFirst = getState().phase === 'writing';
      if (isFirst) {
        const { rules } = host();
        const edit = ruledEdit(getState().draft, rules);
        if (Object.keys(edit).length > 0) emit({ type: 'edited', edit });
        const { draft } = getState();
        const problem = check(draft) === null ? ruleProblem(draft, rules) : null;
        if (problem !== null) return emit({ type: 'failed', problem });
      }
      emit({ type: 'submitted' });
      const { phase, draft } = getState();
      if (!isFirst || phase !== 'sealing') return;
      await run((signal) => make(draft, signal));
    },

    async cancel(): Promise<void> {
      const wasSent = getState().phase === 'sending';
      underWay?.abort();
      sealer.stop();
      if (!wasSent) return emit({ type: 'cancelled', wasCreated: false });
      emit({ type: 'calling-off' });
      await run(async () => {
        const wasCreated = await unsettled.callOff();
        attempt = null;
        emit({ type: 'cancelled', wasCreated });
      });
    },

    /** Sends the same again to a server that doesn't respond. */
    async retry(): Promise<void> {
      if (getState().phase !== 'sending' || attempt === null) return;
      const again = attempt;
      await run((signal) => make(again.draft, signal));
    },

    /** Aborts everything when the page is left. */
    stop(): void {
      underWay?.abort();
      sealer.stop();
    },
  };
}

const STORAGE_KEY = 'sealpaste-unsettled';

export type Unsettled = ReturnType<typeof createUnsettled>;

/** @param storage null where the browser forbids it @param callOff throws EditorError when the server doesn't respond */
export function createUnsettled(storage: () => Storage | null, callOff: typeof callOffPaste = callOffPaste) {
  let pending: string | null = null;

  function set(key: string | null): void {
    pending = key;
    try {
      if (key === null) storage()?.removeItem(STORAGE_KEY);
      else storage()?.setItem(STORAGE_KEY, key);
    } catch {
      // No room: after a reload the request is unknown.
    }
  }

  return {
    /** Reads the key that an earlier page of this tab left. */
    restore(): void {
      pending = storage()?.getItem(STORAGE_KEY) ?? null;
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
