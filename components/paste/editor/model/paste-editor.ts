/** The editor without React: holds the state and carries out what somebody asks for. React only subscribes. */

import { lostCode } from '#components/client/page.client';
import { editorMessages as messages } from '#components/messages/editor';
import { listen } from '#components/ui/listen';
import type { PageData } from '#lib/api/page-data.rules';
import { CALLED_PLAIN, PLAIN_TEXT } from '#lib/languages/language.rules';
import { languageOfName } from '#lib/languages/language-files.rules';
import type { CreatedPasteJson } from '#lib/pastes/paste.schema';
import { chosenOptions, NO_OPTIONS, setOptions, withoutRuledOut } from '#lib/pastes/paste-options.rules';
import {
  type CreatedPaste,
  dropCreatedAddress,
  enterCreated,
  enterForm,
  forgetCreated,
  isCreatedAddress,
  isForeignAddress,
  keepCreated,
  restoreCreated,
  toCreated,
} from './created-paste';
import { createDraftKeeper } from './draft-keeper';
import { isTooLargeToType, readDefaults, restoreDraft } from './draft-storage';
import {
  type Draft,
  type DraftFile,
  type Edit,
  EMPTY_DRAFT,
  hasContent,
  makesSamePaste,
  ruleProblem,
  sealedContent,
  withEdited,
  withMoved,
  withoutFile,
  withoutListed,
  withRules,
} from './editor-draft';
import { EditorError } from './editor-problem';
import { createEditorState } from './editor-state';
import { resolveExpiry } from './expiry';
import { createFileIntake } from './file-intake';
import type { sendPaste } from './paste.client';
import type { SealedDraft } from './seal';
import type { Sealer } from './seal.client';
import { createSubmission, type Unsettled } from './submission';

/** Characters of the text that the worker guesses the language by. */
const BEGINNING_CHARACTERS = 4096;

/** The operator's offers and rules, and what the host knows of the visitor. */
export type EditorHost = Omit<PageData, 'site' | 'mayCreate'>;

export interface EditorDeps {
  sealer: Sealer;
  send: typeof sendPaste;
  /** Loads what shows the link. */
  loadCreated(): Promise<unknown>;
  host(): EditorHost;
  unsettled: Unsettled;
  remember(made: CreatedPaste, title: string): void;
  /** The tab's storage; null where the browser forbids it. */
  storage(): Storage | null;
  /** Takes what the phone shared with the installed page: see installed.ts. */
  openShared(): Promise<readonly (readonly File[])[] | 'lost'>;
  /** The storage of the options that new pastes begin with; null where the browser forbids it. */
  defaults(): Storage | null;
}

export type PasteEditor = ReturnType<typeof createPasteEditor>;

export function createPasteEditor(deps: EditorDeps) {
  const { sealer, send, loadCreated, host, remember, storage, defaults, openShared, unsettled } = deps;
  const editor = createEditorState();
  const { getState, subscribe } = editor;
  const keeper = createDraftKeeper(editor, sealer, storage);
  const { keep } = keeper;
  const intake = createFileIntake(editor, sealer, keeper);
  /** Whether somebody chose to create the paste without the account. */
  let leavesAccount = false;
  const needsAccount = () => host().userName !== null && !leavesAccount;
  const { cancel, retry, stop, ...submission } = createSubmission(
    editor,
    {
      problemOf: (draft) => ruleProblem(draft, host().rules),
      seal,
      send: (body, idempotencyKey, upload) => send(body, idempotencyKey, upload, needsAccount()),
      stop: () => sealer.stop(),
      onMade,
      cancelled: (wasCreated) => (wasCreated ? messages.cancelledDeleted : messages.cancelled),
    },
    unsettled,
  );
  /** The last paste of this page and its draft, whose password no storage has; null after a reload, and for another paste. */
  let made: { paste: CreatedPaste; draft: Draft } | null = null;

  async function seal(draft: Draft, onProgress: (percent: number) => void): Promise<SealedDraft> {
    const { title, expiry, encrypt, attachment, chosenSyntax } = draft;
    const input = {
      ...sealedContent(draft),
      title,
      chosenSyntax: chosenSyntax === PLAIN_TEXT ? CALLED_PLAIN : chosenSyntax,
      fileSyntax: attachment ? draft.guessedSyntax : null,
      expiry: resolveExpiry(expiry, host().expiries),
      options: setOptions(withoutRuledOut({ ...NO_OPTIONS, ...chosenOptions(draft) })),
      encrypt,
      password: encrypt ? draft.password : '',
    };
    const shown = loadCreated().catch(() => {
      throw new EditorError({ code: lostCode() });
    });
    const [sealed] = await Promise.all([sealer.call('seal', input, onProgress), shown]);
    return sealed;
  }

  function onMade(created: CreatedPasteJson, draft: Draft, key: string | null): void {
    const paste = toCreated(created, draft, key);
    made = { paste, draft: getState().draft };
    // Its owner signs in to change it: this browser keeps nothing that would do.
    remember(needsAccount() ? { ...paste, manageToken: null } : paste, draft.title);
    editor.showCreated(paste);
    keepCreated(storage(), { paste, isTaken: false });
    enterCreated();
  }

  async function submit(): Promise<void> {
    const { phase, draft } = getState();
    if (phase === 'writing') editor.change(withRules(draft, host().rules));
    if (phase === 'writing' && hasMade(getState().draft)) return showMade();
    await submission.submit();
  }

  /** Whether the page has made this very draft into a paste, whose link nobody has taken yet. */
  const hasMade = (draft: Draft) => made !== null && restoreCreated(storage())?.isTaken === false && makesSamePaste(made.draft, draft);

  function showMade(): void {
    enterCreated();
    showEntry();
  }

  async function guessLanguage(): Promise<void> {
    const { phase, draft } = getState();
    if (phase === 'created') return;
    const { attachment, text, title } = draft;
    const beginning = attachment?.beginning ?? text.slice(0, BEGINNING_CHARACTERS);
    const { syntax } = await sealer.call('guess', { beginning, names: [title, attachment?.name ?? ''] });
    if (getState().draft.attachment === attachment) editor.change({ guessedSyntax: syntax });
  }

  /** Applies a change made by one press, and stores the draft at once. */
  const thenKeep =
    <Input extends unknown[]>(change: (...input: Input) => void) =>
    (...input: Input): void => {
      change(...input);
      keep();
    };

  // If guessing fails, the language stays as it is.
  const awaitPause = () => keeper.keepAfterPause(() => void guessLanguage().catch(() => undefined));

  /** An empty draft with this browser's defaults. */
  const emptyDraft = (): Draft => ({ ...EMPTY_DRAFT, ...readDefaults(defaults()) });

  /** Takes a file out, which Undo brings back; while another file is read, there is no Undo. */
  function remove(next: Draft, name: string): void {
    if (getState().phase === 'reading') editor.change(next);
    else editor.write(next, { notice: messages.removed(name), canUndo: true });
  }

  function edit(changed: Edit): void {
    const isFirst = !hasContent(getState().draft);
    editor.edit(changed);
    // Loads what encrypts and what shows the link at the first key, while the server is there: the press may come when it isn't.
    if (isFirst) void Promise.all([guessLanguage(), loadCreated()]).catch(() => undefined);
    awaitPause();
  }

  /** @param typed the fields' texts from before this script loaded */
  async function restore(typed: { text: string; title: string }): Promise<void> {
    const tab = storage();
    const isTyped = typed.text !== '' || typed.title !== '';
    const restored = tab && !isTyped ? restoreDraft(tab) : null;
    if (!restored) {
      editor.change(readDefaults(defaults()));
      if (isTyped) edit(typed);
      return;
    }
    const { files, ...fields } = restored;
    const held = isTooLargeToType([fields.text]) ? fields.text : '';
    if (held) fields.text = '';
    editor.write({ ...getState().draft, ...fields }, { notice: messages.draftRestored });
    if (fields.text) awaitPause();
    await intake.inTurn(() => keeper.restoreFiles(files));
    intake.holdsPaste(['', held, '']);
  }

  /** Adds what was shared: its text becomes the text of an empty editor, and stands beside a draft. */
  async function addShared(): Promise<void> {
    const shares = await openShared();
    if (shares === 'lost') editor.fail({ code: 'share-lost' });
    else for (const file of shares.flat()) await intake.offerFiles([file]);
  }

  /** Shows what the current history entry stands for, after Back, Forward, a reload or the form's link to the created page. */
  function showEntry(): void {
    // The skip link has a fragment of its own, which is no entry of ours.
    if (isForeignAddress()) return;
    const kept = isCreatedAddress() ? restoreCreated(storage()) : null;
    if (kept) editor.reopen(kept.paste, kept.isTaken, made?.paste.publicId === kept.paste.publicId ? made.draft.password : '');
    else {
      dropCreatedAddress();
      if (getState().phase !== 'created') return;
      editor.returnToForm();
      awaitPause();
    }
  }

  return {
    getState,
    subscribe,

    /** @param typed the fields' texts from before this script loaded @returns what ends it */
    connect(typed: { text: string; title: string }): () => void {
      const restored = restore(typed);
      unsettled.restore();
      // If the server can't be asked now, the next paste asks again before it is sent.
      void unsettled.callOff().catch(() => undefined);
      showEntry();
      void restored.then(addShared);
      const ends = [listen(window, 'popstate', showEntry), listen(window, 'pagehide', keep), keeper.stopWaiting, stop];
      return () => {
        for (const end of ends) end();
      };
    },

    edit,
    offerFiles: intake.offerFiles,
    holdsPaste: intake.holdsPaste,
    removeAttachment: thenKeep(() => remove(withoutFile(getState().draft), getState().draft.attachment?.name ?? '')),
    removeListed: thenKeep((file: DraftFile) => remove(withoutListed(getState().draft, file), file.name)),
    moveListed: thenKeep((file: DraftFile, by: -1 | 1) => editor.change(withMoved(getState().draft, file, by))),
    /** @param text null: as it was */
    editListed: thenKeep((file: DraftFile, name: string, text: string | null) => {
      const content = text === null ? file.content : new File([text], name, { type: file.content.type });
      const syntax = file.isText && name !== file.name ? (languageOfName(name) ?? file.syntax) : file.syntax;
      editor.change(withEdited(getState().draft, file, name, { content, syntax }));
    }),

    /** Discards the draft, here and in the tab's storage; `undo` restores it until something else is begun. */
    clear: thenKeep(() => {
      intake.drop();
      editor.write(emptyDraft(), { notice: messages.cleared, canUndo: true });
    }),
    undo: thenKeep(() => editor.undo(messages.draftRestored)),

    submit,
    /** @returns the link; rejects when there is none: it was refused, failed or was cancelled */
    submitForLink(): Promise<string> {
      void submit();
      return new Promise<string>((resolve, reject) => {
        const stopListening = subscribe(look);
        look();

        function look(): void {
          const state = getState();
          if (state.phase === 'created') resolve(state.paste.link);
          else if (state.phase === 'writing') reject(new Error('expected a link'));
          else return;
          stopListening();
        }
      });
    },
    cancel,
    retry,
    /** Submits without one thing, after somebody chose so: the browser can't encrypt, a reload lost the password, or the session ended. */
    submitWithout(what: 'encryption' | 'password' | 'account'): Promise<void> {
      if (what === 'account') leavesAccount = true;
      else editor.edit(what === 'encryption' ? { encrypt: false } : { isPasswordLost: false });
      return submit();
    },

    /** Notes that the link was copied, shared, shown as QR code or opened: the draft isn't needed any more. */
    takeLink(): void {
      const state = getState();
      if (state.phase !== 'created' || state.isTaken) return;
      editor.takeLink();
      keepCreated(storage(), { paste: state.paste, isTaken: true });
      keep();
    },
    /** Begins another paste and forgets the link. */
    restart(): void {
      made = null;
      editor.restart(emptyDraft());
      forgetCreated(storage());
      enterForm();
      keep();
    },
    /** Whether this tab still has the link of the last created paste. */
    hasLink: () => restoreCreated(storage()) !== null,
  };
}
