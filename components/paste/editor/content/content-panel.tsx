import { Eraser, Keyboard, Paperclip, Undo2 } from 'lucide-react';
import { type ClipboardEvent, type RefObject, useRef } from 'react';
import { commonMessages } from '#components/messages/common';
import { editorMessages as messages } from '#components/messages/editor';
import { formatBytes } from '#components/messages/format';
import { Button } from '#components/ui/button';
import { FileButton } from '#components/ui/file-button';
import { IconButton } from '#components/ui/icon-button';
import hiddenStyles from '#components/ui/visually-hidden.module.css';
import { MAX_CONTENT_BYTES } from '#lib/pastes/paste.rules';
import { hasContent, sizeOf } from '../model/editor.draft';
import { filesSize, MAX_SEALED_BYTES, sealedSize } from '../model/editor.files';
import { problemAt } from '../model/editor.notice';
import { type FormState, isBusy } from '../model/editor.state';
import type { EditorStore } from '../store/editor.store';
import { AttachmentCard, ReadFile } from './attachment-card';
import styles from './content-panel.module.css';
import { LanguageSelect } from './language-select';
import { LastLink } from './last-link';
import { ListedFiles } from './listed-files';
import { useFieldText } from './use-field-text';
import { useTabIndents } from './use-tab-indents';

interface ContentPanelProps {
  state: FormState;
  store: EditorStore;
  onShortcuts: () => void;
}

export function ContentPanel({ state, store, onShortcuts }: ContentPanelProps) {
  const { draft } = state;
  const isLocked = isBusy(state);
  const contentProblem = problemAt(state, 'content');
  /** Of a file that was not taken: stands where it would be. */
  const fileProblem = problemAt(state, 'file');
  const titleProblem = problemAt(state, 'title');
  const size = sizeOf(draft);
  const field = useRef<HTMLTextAreaElement>(null);
  // The pressed button disappears, so the text gets the focus.
  const thenWrite = (change: () => void) => () => {
    change();
    field.current?.focus();
  };
  return (
    <div className={styles.editor}>
      <div className={styles.toolbar}>
        <label className={hiddenStyles.hidden} htmlFor="title">
          {messages.title}
        </label>
        <TitleField title={draft.title} isLocked={isLocked} isWrong={titleProblem !== null} store={store} />
        <div className={styles.tools}>
          <LanguageSelect draft={draft} isLocked={isLocked} onEdit={store.edit} />
          <FileButton
            variant="quiet"
            disabled={isLocked}
            aria-label={messages.chooseFile}
            onFiles={(files) => void store.offerFiles(files)}
          >
            <Paperclip aria-hidden size={16} />
            {messages.file}
          </FileButton>
          {/* Before the text: after it, the way by keyboard goes on to the options. */}
          {state.phase === 'writing' && state.cleared ? (
            <Button variant="quiet" onClick={thenWrite(store.undoClear)}>
              <Undo2 aria-hidden size={16} />
              {messages.undo}
            </Button>
          ) : hasContent(draft) && !isLocked ? (
            <Button variant="quiet" onClick={thenWrite(store.clear)} aria-label={messages.clearDraft}>
              <Eraser aria-hidden size={16} />
              {messages.clear}
            </Button>
          ) : null}
          <IconButton
            label={commonMessages.shortcuts}
            icon={<Keyboard aria-hidden size={16} />}
            className={styles.forKeyboards ?? ''}
            onClick={onShortcuts}
          />
        </div>
      </div>
      {titleProblem === null ? null : (
        <p id="title-problem" role="alert" className={styles.problem}>
          {titleProblem}
        </p>
      )}
      {fileProblem === null ? null : (
        <p id="file-problem" role="alert" className={styles.fileProblem}>
          {fileProblem}
        </p>
      )}
      {state.phase === 'reading' ? (
        <ReadFile name={state.name} />
      ) : draft.attachment ? (
        <AttachmentCard attachment={draft.attachment} isLocked={isLocked} onRemove={store.removeFile} />
      ) : null}
      {draft.files.length > 0 ? <ListedFiles draft={draft} isLocked={isLocked} store={store} /> : null}
      <TextField
        field={field}
        text={draft.text}
        isHidden={draft.attachment !== null}
        isLocked={isLocked}
        problemId={contentProblem !== null ? 'content-problem' : fileProblem !== null ? 'file-problem' : null}
        store={store}
      />
      <div className={styles.statusLine}>
        {contentProblem === null ? null : (
          <p id="content-problem" role="alert" className={styles.problem}>
            {contentProblem}
          </p>
        )}
        <LastLink store={store} />
        {draft.isUnkept ? (
          <p role="alert" className={styles.unkept}>
            {messages.unkept}
          </p>
        ) : null}
        <p id="tab-hint" className={styles.tabHint}>
          {messages.tabHint}
        </p>
        {draft.files.length > 0 ? (
          <FilesSize count={draft.files.length} bytes={size + filesSize(draft)} />
        ) : (
          <p id="content-size" className={size > MAX_CONTENT_BYTES ? styles.over : styles.size}>
            {messages.size(messages.bytes(size), formatBytes(MAX_CONTENT_BYTES))}
          </p>
        )}
      </div>
    </div>
  );
}

/** Of text and files together. */
function FilesSize({ count, bytes }: { count: number; bytes: number }) {
  const sealed = sealedSize(bytes);
  return (
    <p id="content-size" className={sealed > MAX_SEALED_BYTES ? styles.over : styles.size}>
      {messages.filesSize(count, formatBytes(bytes), formatBytes(sealed), formatBytes(MAX_SEALED_BYTES))}
    </p>
  );
}

interface FieldProps {
  isLocked: boolean;
  store: EditorStore;
}

interface TextFieldProps {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  isHidden: boolean;
  /** Of the element that says what is wrong; null: nothing. */
  problemId: string | null;
}

function TitleField({ title, isLocked, isWrong, store }: FieldProps & { title: string; isWrong: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  useFieldText(field, title);
  return (
    <input
      ref={field}
      id="title"
      name="title"
      className={styles.title}
      placeholder={messages.titlePlaceholder}
      defaultValue=""
      readOnly={isLocked}
      autoComplete="off"
      // Browsers may send text to a spelling service.
      spellCheck={false}
      onInput={(event) => store.edit({ title: event.currentTarget.value })}
      aria-invalid={isWrong}
      aria-describedby={isWrong ? 'title-problem' : undefined}
    />
  );
}

function TextField({ field, text, isHidden, isLocked, problemId, store }: FieldProps & TextFieldProps) {
  useFieldText(field, text);
  const onKeyDown = useTabIndents(store.editText);

  function paste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    const { files } = event.clipboardData;
    const pasted = event.clipboardData.getData('text/plain');
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    if (files.length > 0 && pasted === '') {
      event.preventDefault();
      void store.offerFiles([...files]);
    } else if (store.holdsPaste([value.slice(0, selectionStart), pasted, value.slice(selectionEnd)])) {
      event.preventDefault();
    }
  }

  return (
    <>
      <label className={hiddenStyles.hidden} htmlFor="text">
        {messages.content}
      </label>
      <textarea
        ref={field}
        id="text"
        name="text"
        className={styles.text}
        placeholder={messages.contentPlaceholder}
        defaultValue=""
        hidden={isHidden}
        readOnly={isLocked}
        // biome-ignore lint/a11y/noAutofocus: writing is what the page is for
        autoFocus
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        onInput={(event) => store.editText(event.currentTarget.value)}
        onPaste={paste}
        onKeyDown={onKeyDown}
        aria-invalid={problemId !== null}
        aria-describedby={problemId === null ? 'content-size tab-hint' : `${problemId} content-size tab-hint`}
      />
    </>
  );
}
