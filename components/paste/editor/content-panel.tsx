import Eraser from 'lucide-react/icons/eraser';
import Keyboard from 'lucide-react/icons/keyboard';
import Link from 'lucide-react/icons/link';
import Paperclip from 'lucide-react/icons/paperclip';
import Undo2 from 'lucide-react/icons/undo-2';
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { commonMessages } from '#components/messages/common';
import { editorMessages as messages } from '#components/messages/editor';
import { Button } from '#components/ui/button';
import { Choice } from '#components/ui/choice';
import { FileButton } from '#components/ui/file-button';
import { IconButton } from '#components/ui/icon-button';
import { isComposing } from '#components/ui/is-composing';
import { Select } from '#components/ui/select';
import { syntaxLabel } from '#components/ui/syntax-label';
import { LANGUAGES } from '#lib/languages/language.rules';
import { formatBytes } from '#lib/locales/format.rules';
import { MAX_CONTENT_BYTES } from '#lib/pastes/paste.rules';
import styles from './content-panel.module.css';
import editorStyles from './editor.module.css';
import { useTabIndents } from './indent';
import { AttachmentCard, ListedFiles, ReadFile } from './listed-files';
import { CREATED_FRAGMENT } from './model/created-paste';
import { type Draft, type Edit, FILES_FIT_BYTES, filesSize, hasContent, sizeOf } from './model/editor-draft';
import { type FormState, isBusy } from './model/editor-state';
import { problemAt } from './model/editor-words';
import type { PasteEditor } from './model/paste-editor';
import { ShownText } from './shown-text';

interface PanelProps {
  state: FormState;
  editor: PasteEditor;
}

/** The editor's part for the text: title, language, files, the text itself, and its size. */
export function ContentPanel({ state, editor, onShortcuts }: PanelProps & { onShortcuts: () => void }) {
  const { draft } = state;
  const isLocked = isBusy(state);
  const count = draft.files.length;
  const allBytes = sizeOf(draft) + filesSize(draft);
  const limit = count > 0 ? FILES_FIT_BYTES : MAX_CONTENT_BYTES;
  const field = useRef<HTMLTextAreaElement>(null);
  const [isWanted, setWanted] = useState(false);
  const mayPreview = draft.text !== '' || draft.attachment !== null;
  const isPreview = mayPreview && isWanted;
  // The pressed button disappears, so the text gets the focus.
  const thenWrite = (change: () => void) => () => {
    change();
    field.current?.focus();
  };
  return (
    <div className={styles.editor}>
      <div className={styles.toolbar}>
        <TitleField state={state} editor={editor} onEnter={() => field.current?.focus()} />
        {/* Stands before the text, because Tab goes from the text to the options. */}
        {state.phase === 'writing' && state.cleared ? (
          <Button variant="quiet" onClick={thenWrite(editor.undo)} icon={Undo2}>
            {messages.undo}
          </Button>
        ) : (
          <Button
            variant="quiet"
            disabled={!hasContent(draft) || isLocked}
            onClick={thenWrite(editor.clear)}
            aria-label={messages.clearDraft}
            icon={Eraser}
          >
            {messages.clear}
          </Button>
        )}
        <div className={styles.tools}>
          {/* Disabled rather than absent while there is no text: nothing moves while somebody types. */}
          <Choice
            label={messages.modesLabel}
            options={messages.modes}
            chosen={isPreview ? 'preview' : 'write'}
            isDisabled={!mayPreview}
            onChoose={(mode) => setWanted(mode === 'preview')}
          />
          <LanguageField draft={draft} isLocked={isLocked} onEdit={editor.edit} />
          <FileButton
            variant="quiet"
            className={styles.file}
            disabled={isLocked}
            aria-label={messages.chooseFile}
            onFiles={(files) => void editor.offerFiles(files)}
            icon={Paperclip}
          >
            {messages.file}
          </FileButton>
          <IconButton label={commonMessages.shortcuts} icon={Keyboard} className="for-keyboards" onClick={onShortcuts} />
        </div>
      </div>
      <ProblemAt field="title" state={state} className={styles.problem} />
      {/* Tells why a file was not taken, in the place where the file would stand. */}
      <ProblemAt field="file" state={state} className={`box danger ${styles.fileProblem}`} />
      {state.phase === 'reading' ? (
        <ReadFile name={state.name} />
      ) : draft.attachment && !isPreview ? (
        <AttachmentCard attachment={draft.attachment} isLocked={isLocked} onRemove={thenWrite(editor.removeAttachment)} />
      ) : null}
      {draft.files.length > 0 ? (
        <ListedFiles draft={draft} isLocked={isLocked} editor={editor} onEmptied={() => field.current?.focus()} />
      ) : null}
      <TextField field={field} state={state} editor={editor} isHidden={isPreview} />
      {isPreview ? <ShownText draft={draft} /> : null}
      <div className={styles.statusLine}>
        <ProblemAt field="content" state={state} className={styles.problem} />
        <LastLink editor={editor} />
        {draft.isUnkept ? (
          <p role="alert" data-lasting className="danger">
            {messages.unkept}
          </p>
        ) : null}
        {hasContent(draft) ? null : <p className={`for-keyboards ${styles.drop}`}>{messages.dropAnywhere}</p>}
        <p id="tab-hint" className={styles.tabHint}>
          {messages.tabHint}
        </p>
        <p id="content-size" className={allBytes > limit ? styles.over : styles.size}>
          {count > 0
            ? messages.filesSize({ count, size: formatBytes(allBytes), limit: formatBytes(limit) })
            : messages.size({ bytes: messages.bytes(allBytes), limit: formatBytes(limit) })}
        </p>
      </div>
    </div>
  );
}

/** Tells what is wrong with a field; the field's `aria-describedby` names this element. */
function ProblemAt({ field, state, className }: { field: 'title' | 'file' | 'content'; state: FormState; className: string | undefined }) {
  const problem = problemAt(state, field);
  if (problem === null) return null;
  return (
    <p id={`${field}-problem`} role="alert" className={className}>
      {problem}
    </p>
  );
}

/** A title is one line; a text area shows a long one on two. */
function TitleField({ state, editor, onEnter }: PanelProps & { onEnter: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const isWrong = problemAt(state, 'title') !== null;
  useFieldText(field, state.draft.title);

  function press(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    onEnter();
  }

  return (
    <>
      <label className="visually-hidden" htmlFor="title">
        {messages.title}
      </label>
      <textarea
        ref={field}
        id="title"
        name="title"
        dir="auto"
        className={styles.title}
        placeholder={messages.titlePlaceholder}
        rows={1}
        defaultValue=""
        readOnly={isBusy(state)}
        autoComplete="off"
        // Browsers may send text to a spelling service.
        spellCheck={false}
        onInput={(event) => editor.edit({ title: event.currentTarget.value.replaceAll('\n', ' ') })}
        onKeyDown={press}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? 'title-problem' : undefined}
      />
    </>
  );
}

interface TextFieldProps extends PanelProps {
  field: RefObject<HTMLTextAreaElement | null>;
  isHidden: boolean;
}

function TextField({ field, state, editor, isHidden }: TextFieldProps) {
  const { draft } = state;
  const { text, attachment } = draft;
  const wrong = (['content', 'file'] as const).find((at) => problemAt(state, at) !== null);
  useFieldText(field, text);
  const onKeyDown = useTabIndents(draft.chosenSyntax ?? draft.guessedSyntax, (changed) => editor.edit({ text: changed }));

  function paste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    const { files } = event.clipboardData;
    const pasted = event.clipboardData.getData('text/plain');
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    if (files.length > 0 && pasted === '') {
      event.preventDefault();
      void editor.offerFiles([...files]);
    } else if (editor.holdsPaste([value.slice(0, selectionStart), pasted, value.slice(selectionEnd)])) {
      event.preventDefault();
    }
  }

  return (
    <>
      <label className="visually-hidden" htmlFor="text">
        {messages.content}
      </label>
      <textarea
        ref={field}
        id="text"
        name="text"
        dir="auto"
        className={styles.text}
        placeholder={messages.contentPlaceholder}
        defaultValue=""
        hidden={attachment !== null || isHidden}
        readOnly={isBusy(state)}
        // biome-ignore lint/a11y/noAutofocus: writing is what the page is for
        autoFocus
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        onInput={(event) => editor.edit({ text: event.currentTarget.value })}
        onPaste={paste}
        onKeyDown={onKeyDown}
        aria-invalid={wrong !== undefined}
        aria-describedby={`${wrong === undefined ? '' : `${wrong}-problem `}content-size tab-hint`}
      />
    </>
  );
}

/**
 * An uncontrolled text field: a text typed before React came stays, and half a megabyte isn't
 * written back at every key. The field changes only when the state's text differs from its own.
 */
function useFieldText(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // React renders every field empty, even when the state has a text.
  const known = useRef('');
  useEffect(() => {
    if (known.current === text) return;
    known.current = text;
    if (field.current && field.current.value !== text) field.current.value = text;
  }, [field, text]);
}

const DETECT = '';

function LanguageField({ draft, isLocked, onEdit }: { draft: Draft; isLocked: boolean; onEdit: (edit: Edit) => void }) {
  return (
    <>
      <label className="visually-hidden" htmlFor="syntax">
        {messages.language}
      </label>
      <Select
        variant="quiet"
        id="syntax"
        value={draft.chosenSyntax ?? DETECT}
        disabled={isLocked}
        onChange={(event) => onEdit({ chosenSyntax: event.target.value === DETECT ? null : event.target.value })}
        options={[
          [DETECT, messages.detected(syntaxLabel(draft.guessedSyntax))],
          ...LANGUAGES.map(({ id }) => [id, syntaxLabel(id)] as const),
        ]}
      />
    </>
  );
}

function LastLink({ editor }: { editor: PasteEditor }) {
  const isKept = useSyncExternalStore(editor.subscribe, editor.hasLink, () => false);
  if (!isKept) return null;
  return (
    <p className={editorStyles.lastLink}>
      <Link aria-hidden size={16} />
      <span>
        {messages.lastLink} <a href={CREATED_FRAGMENT}>{messages.showLastLink}</a>
      </span>
    </p>
  );
}
