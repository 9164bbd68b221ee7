/** The editor without React: holds the state and carries out what somebody asks for. React only subscribes. */
import { listen } from '#components/ui/listen';
import { languageOfName } from '#lib/languages/language-by-name.rules';
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
} from './created-paste';
import { createDraftKeeper } from './draft-keeper';
import { isTooLargeToType, readDefaults, restoreDraft, restoreKeptFiles } from './draft-storage';
import {
  byteLength,
  type Draft,
  type DraftFile,
  type Edit,
  hasContent,
  makesSamePaste,
  ruledEdit,
  withEdited,
  withMoved,
} from './editor-draft';
import { createEditorState, type EditorEvent } from './editor-state';
import { createFileIntake } from './file-intake';
import { createPasteTarget, type PasteTargetDeps } from './paste-target';
import { createSubmission, type Unsettled } from './submission';

/** Characters of the text that the worker guesses the language by. */
const BEGINNING_CHARACTERS = 4096;

export interface EditorDeps extends Omit<PasteTargetDeps, 'onCreated'> {
  unsettled: Unsettled;
  remember(made: CreatedPaste, title: string): void;
  /** The tab's storage; null where the browser forbids it. */
  storage(): Storage | null;
  /** Takes what the phone shared with the installed page: see installed.ts. */
  openShared(): Promise<readonly (readonly File[])[] | 'lost'>;
  /** The page's language and the browser's: a file's encoding is guessed by them. */
  languages(): readonly string[];
  /** The storage of the options that new pastes begin with; null where the browser forbids it. */
  defaults(): Storage | null;
}

export type PasteEditor = ReturnType<typeof createPasteEditor>;

export function createPasteEditor({ remember, storage, defaults, openShared, languages, unsettled, ...pasting }: EditorDeps) {
  const { sealer, host } = pasting;
  const editor = createEditorState();
  const { getState, subscribe, emit } = editor;
  const keeper = createDraftKeeper(editor, sealer, storage);
  const { keep } = keeper;
  const intake = createFileIntake(editor, sealer, keeper, languages);
  const { target, leaveAccount } = createPasteTarget({ ...pasting, onCreated });
  const { cancel, retry, stop, ...submission } = createSubmission(editor, target, unsettled);
  /** The last paste of this page and its draft, whose password no storage has; null after a reload, and for another paste. */
  let made: { paste: CreatedPaste; draft: Draft } | null = null;

  function onCreated(paste: CreatedPaste, title: string, isOwned: boolean): void {
    made = { paste, draft: getState().draft };
    // Its owner signs in to change it: this browser keeps nothing that would do.
    remember(isOwned ? { ...paste, manageToken: null } : paste, title);
    emit({ type: 'created', paste });
    keepCreated(storage(), { paste, isTaken: false });
    enterCreated();
  }

  async function submit(): Promise<void> {
    const { phase, draft } = getState();
    const edit = ruledEdit(draft, host().rules);
    if (phase === 'writing' && Object.keys(edit).length > 0) emit({ type: 'edited', edit });
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
    emit({ type: 'syntax-guessed', syntax, of: attachment });
  }

  /** Applies a change made by one press, and stores the draft at once. */
  function change(event: EditorEvent): void {
    emit(event);
    keep();
  }

  // If guessing fails, the language stays as it is.
  const awaitPause = () => keeper.keepAfterPause(() => void guessLanguage().catch(() => undefined));

  /** Fills an empty form with this browser's defaults. */
  const prefill = () => emit({ type: 'prefilled', edit: readDefaults(defaults()) });

  function edit(changed: Edit): void {
    const isFirst = !hasContent(getState().draft);
    emit({ type: 'edited', edit: changed });
    // Loads what encrypts and what shows the link at the first key, while the server is there: the press may come when it isn't.
    if (isFirst) void Promise.all([guessLanguage(), pasting.loadCreated()]).catch(() => undefined);
    awaitPause();
  }

  /** @param typed the fields' texts from before this script loaded */
  async function restore(typed: { text: string; title: string }): Promise<void> {
    const tab = storage();
    const isTyped = typed.text !== '' || typed.title !== '';
    const restored = tab && !isTyped ? restoreDraft(tab) : null;
    const held = restored && isTooLargeToType([restored.text]) ? restored.text : '';
    if (restored) emit({ type: 'restored', edit: held ? { ...restored, text: '', textBytes: 0 } : restored });
    else prefill();
    if (restored?.text && !held) awaitPause();
    if (isTyped) edit({ ...typed, textBytes: byteLength(typed.text) });
    if (!restored || !tab) return;
    await intake.restoreFiles(restoreKeptFiles(tab));
    intake.holdsPaste(['', held, '']);
  }

  /** Adds what was shared: its text becomes the text of an empty editor, and stands beside a draft. */
  async function addShared(): Promise<void> {
    const shares = await openShared();
    if (shares === 'lost') emit({ type: 'failed', problem: { code: 'share-lost' } });
    else for (const file of shares.flat()) await intake.offerFiles([file]);
  }

  /** Shows what the current history entry stands for, after Back, Forward, a reload or the form's link to the created page. */
  function showEntry(): void {
    // The skip link has a fragment of its own, which is no entry of ours.
    if (isForeignAddress()) return;
    const kept = isCreatedAddress() ? restoreCreated(storage()) : null;
    if (kept) emit({ type: 'reopened', ...kept, password: made?.paste.publicId === kept.paste.publicId ? made.draft.password : '' });
    else {
      dropCreatedAddress();
      if (getState().phase !== 'created') return;
      emit({ type: 'returned' });
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
    editText: (text: string) => edit({ text, textBytes: byteLength(text) }),
    offerFiles: intake.offerFiles,
    holdsPaste: intake.holdsPaste,
    decideEncoding: intake.decideEncoding,
    removeFile: () => change({ type: 'file-removed' }),

    removeListed: (file: DraftFile) => change({ type: 'listed-file-removed', file }),
    moveListed: (file: DraftFile, by: -1 | 1) => change({ type: 'listed-files-changed', change: (draft) => withMoved(draft, file, by) }),
    /** @param text null: as it was */
    editListed(file: DraftFile, name: string, text: string | null): void {
      const content = text === null ? file.content : new File([text], name, { type: file.content.type });
      const syntax = file.isText && name !== file.name ? (languageOfName(name) ?? file.syntax) : file.syntax;
      change({ type: 'listed-files-changed', change: (draft) => withEdited(draft, file, name, { content, syntax }) });
    },

    /** Discards the draft, here and in the tab's storage; `undoClear` restores it until something else is begun. */
    clear(): void {
      intake.dropOffers();
      emit({ type: 'cleared' });
      prefill();
      keep();
    },
    undoClear: () => change({ type: 'clearing-undone' }),

    submit,
    /** @returns the link; rejects when there is none: it was refused, failed or was cancelled */
    submitForLink(): Promise<string> {
      const link = new Promise<string>((resolve, reject) => {
        const stopListening = subscribe(() => {
          const state = getState();
          if (state.phase === 'created') resolve(state.paste.link);
          else if (state.phase === 'writing') reject(new Error('expected a link'));
          else return;
          stopListening();
        });
      });
      void submit();
      return link;
    },
    cancel,
    retry,
    /** Submits without one thing, after somebody chose so: the browser can't encrypt, a reload lost the password, or the session ended. */
    submitWithout(what: 'encryption' | 'password' | 'account'): Promise<void> {
      if (what === 'account') leaveAccount();
      else emit({ type: 'edited', edit: what === 'encryption' ? { encrypt: false } : { isPasswordLost: false } });
      return submit();
    },

    /** Notes that the link was copied, shared, shown as QR code or opened: the draft isn't needed any more. */
    takeLink(): void {
      const state = getState();
      if (state.phase !== 'created' || state.isTaken) return;
      emit({ type: 'link-taken' });
      keepCreated(storage(), { paste: state.paste, isTaken: true });
      keep();
    },
    /** Begins another paste and forgets the link. */
    restart(): void {
      made = null;
      emit({ type: 'restarted' });
      prefill();
      forgetCreated(storage());
      enterForm();
      keep();
    },
    /** Whether this tab still has the link of the last created paste. */
    hasLink: () => restoreCreated(storage()) !== null,
  };
}
