import { Eraser, Keyboard, Undo2 } from 'lucide-react';
import { type ClipboardEvent, type RefObject, useRef } from 'react';
import { composeTexts as texts } from '#components/messages/compose';
import { en } from '#components/messages/en';
import { formatBytes } from '#components/messages/format';
import { Button } from '#components/ui/button';
import { IconButton } from '#components/ui/icon-button';
import hiddenStyles from '#components/ui/visually-hidden.module.css';
import { MAX_CONTENT_BYTES } from '#lib/pastes/paste.rules';
import { AttachmentCard } from './attachment-card';
import { type Draft, hasContent, sizeOf } from './compose.state';
import type { Compose } from './compose.store';
import styles from './editor.module.css';
import { FileChooser } from './file-chooser';
import { LanguageSelect } from './language-select';
import { LastLink } from './last-link';
import { useFieldText } from './use-field-text';
import { useTabIndents } from './use-tab-indents';

interface EditorProps {
  draft: Draft;
  /** Of a file that is being looked at. */
  readingName: string | null;
  isLocked: boolean;
  contentProblem: string | null;
  /** Of a file that was not taken: stands where it would be. */
  fileProblem: string | null;
  titleProblem: string | null;
  /** Brings back what was cleared; null when nothing was. */
  undo: (() => void) | null;
  compose: Compose;
  onShortcuts: () => void;
}

export function Editor({
  draft,
  readingName,
  isLocked,
  contentProblem,
  fileProblem,
  titleProblem,
  undo,
  compose,
  onShortcuts,
}: EditorProps) {
  const size = sizeOf(draft);
  const field = useRef<HTMLTextAreaElement>(null);
  // The button pressed goes; one writes on.
  const thenWrite = (change: () => void) => () => {
    change();
    field.current?.focus();
  };
  return (
    <div className={styles.editor}>
      <div className={styles.toolbar}>
        <label className={hiddenStyles.hidden} htmlFor="title">
          {texts.title}
        </label>
        <TitleField title={draft.title} isLocked={isLocked} isWrong={titleProblem !== null} compose={compose} />
        <div className={styles.tools}>
          <LanguageSelect draft={draft} isLocked={isLocked} onEdit={compose.edit} />
          <FileChooser isLocked={isLocked} onFiles={(files) => void compose.offerFiles(files)} />
          {/* Before the text: after it, the way by keyboard goes on to the options. */}
          {undo ? (
            <Button look="quiet" onClick={thenWrite(undo)}>
              <Undo2 aria-hidden size={16} />
              {texts.undo}
            </Button>
          ) : hasContent(draft) && !isLocked ? (
            <Button look="quiet" onClick={thenWrite(compose.clear)} aria-label={texts.clearDraft}>
              <Eraser aria-hidden size={16} />
              {texts.clear}
            </Button>
          ) : null}
          <IconButton
            label={en.shortcuts}
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
      {draft.attachment || readingName !== null ? (
        <AttachmentCard
          attachment={draft.attachment}
          readingName={readingName}
          hasText={draft.text !== ''}
          isLocked={isLocked}
          onRemove={compose.removeFile}
        />
      ) : null}
      <TextField
        field={field}
        text={draft.text}
        isHidden={draft.attachment !== null}
        isLocked={isLocked}
        problemId={contentProblem !== null ? 'content-problem' : fileProblem !== null ? 'file-problem' : null}
        compose={compose}
      />
      <div className={styles.statusLine}>
        {contentProblem === null ? null : (
          <p id="content-problem" role="alert" className={styles.problem}>
            {contentProblem}
          </p>
        )}
        <LastLink compose={compose} />
        {draft.isUnkept ? (
          <p role="alert" className={styles.unkept}>
            {texts.unkept}
          </p>
        ) : null}
        <p id="tab-hint" className={styles.tabHint}>
          {texts.tabHint}
        </p>
        <p id="content-size" className={size > MAX_CONTENT_BYTES ? styles.over : styles.size}>
          {texts.size(texts.bytes(size), formatBytes(MAX_CONTENT_BYTES))}
        </p>
      </div>
    </div>
  );
}

interface FieldProps {
  isLocked: boolean;
  compose: Compose;
}

interface TextFieldProps {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  isHidden: boolean;
  /** Of the element that says what is wrong; null: nothing. */
  problemId: string | null;
}

function TitleField({ title, isLocked, isWrong, compose }: FieldProps & { title: string; isWrong: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  useFieldText(field, title);
  return (
    <input
      ref={field}
      id="title"
      name="title"
      className={styles.title}
      placeholder={texts.titlePlaceholder}
      defaultValue=""
      readOnly={isLocked}
      autoComplete="off"
      // Browsers may send what is spelled to their makers.
      spellCheck={false}
      onInput={(event) => compose.edit({ title: event.currentTarget.value })}
      aria-invalid={isWrong}
      aria-describedby={isWrong ? 'title-problem' : undefined}
    />
  );
}

function TextField({ field, text, isHidden, isLocked, problemId, compose }: FieldProps & TextFieldProps) {
  useFieldText(field, text);
  const onKeyDown = useTabIndents(compose.editText);

  function paste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    const { files } = event.clipboardData;
    const pasted = event.clipboardData.getData('text/plain');
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    if (files.length > 0 && pasted === '') {
      event.preventDefault();
      void compose.offerFiles([...files]);
    } else if (compose.holdsPaste([value.slice(0, selectionStart), pasted, value.slice(selectionEnd)])) {
      event.preventDefault();
    }
  }

  return (
    <>
      <label className={hiddenStyles.hidden} htmlFor="text">
        {texts.content}
      </label>
      <textarea
        ref={field}
        id="text"
        name="text"
        className={styles.text}
        placeholder={texts.contentPlaceholder}
        defaultValue=""
        hidden={isHidden}
        readOnly={isLocked}
        // biome-ignore lint/a11y/noAutofocus: writing is what the page is for
        autoFocus
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        onInput={(event) => compose.editText(event.currentTarget.value)}
        onPaste={paste}
        onKeyDown={onKeyDown}
        aria-invalid={problemId !== null}
        aria-describedby={problemId === null ? 'content-size tab-hint' : `${problemId} content-size tab-hint`}
      />
    </>
  );
}
