import File from 'lucide-react/icons/file';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import Paperclip from 'lucide-react/icons/paperclip';
import X from 'lucide-react/icons/x';
import { type ClipboardEvent, type FormEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { answerMessages as messages } from '#components/messages/answer';
import { hasContent } from '#components/paste/editor/model/editor-draft';
import type { Problem } from '#components/paste/editor/model/editor-problem';
import { isBusy } from '#components/paste/editor/model/editor-state';
import { Button } from '#components/ui/button';
import { Field } from '#components/ui/field';
import fieldStyles from '#components/ui/field.module.css';
import { FileButton } from '#components/ui/file-button';
import { useFileDrop } from '#components/ui/use-file-drop';
import { useLeaveGuard } from '#components/ui/use-leave-guard';
import { useSubmitKeys } from '#components/ui/use-submit-keys';
import { MAX_ENVELOPE_CHARACTERS } from '#lib/envelope/envelope.rules';
import type { AskedField } from '#lib/envelope/request-vault';
import { formatBytes, formatUnit } from '#lib/locales/format.rules';
import type { CreatedAnswerJson } from '#lib/requests/request.schema';
import { addressOf } from '#lib/site/address.rules';
import styles from './answer.module.css';
import { createAnswerEditor, type FindRequest } from './answer-editor';
import { AnswerField } from './answer-field';

interface AnswerFormProps {
  find: FindRequest;
  hint: string;
  /** How many answers the link takes. */
  left?: number;
  /** The text to begin with. */
  text?: string;
  /** Fields that are asked for by name; empty: a text of any form. */
  fields: readonly AskedField[];
  onSent: (answer: CreatedAnswerJson) => void;
  /** Renders the field for a code, in place of a link that says who gets the answer. */
  children?: (field: { isSending: boolean; isWrong: boolean; onTo: (code: string) => void }) => ReactNode;
}

/** The form of an answer: a text or fields, files and a button. They keep what was typed until the server has stored the answer. */
export function AnswerForm({ find, hint, left = 1, text, fields, onSent, children }: AnswerFormProps) {
  const [editor] = useState(() => createAnswerEditor(find, onSent, fields, text));
  const state = useSyncExternalStore(editor.subscribe, editor.getState, editor.getState);
  const form = useRef<HTMLFormElement>(null);
  const isSending = isBusy(state);
  const problem = state.phase === 'writing' ? state.problem : null;
  const hasCode = children !== undefined;
  const isWrongCode = hasCode && problem !== null && (problem.code.startsWith('code-') || isEnded(problem));
  const isDropping = useFileDrop(editor.attach);
  useLeaveGuard(hasContent(state.draft));
  useEffect(() => editor.stop, [editor]);
  useSubmitKeys(form, () => void editor.submit());

  // Moves the focus on computers only: a screen reader or phone should begin at the top of the page.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) form.current?.querySelector<HTMLElement>('textarea, input')?.focus({ preventScroll: true });
  }, []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    void editor.submit();
  }

  function paste(event: ClipboardEvent): void {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    editor.attach(files);
  }

  return (
    <form ref={form} className={`stack ${styles.form}`} method="dialog" onSubmit={submit} autoComplete="off" noValidate>
      {children?.({ isSending, isWrong: isWrongCode, onTo: editor.addressTo })}
      {fields.length > 0 ? (
        <>
          {fields.map((field, at) => (
            <AnswerField
              key={field.name}
              id={`answer-${at}`}
              field={field}
              isLocked={isSending}
              onFill={(value) => editor.fill(at, value)}
            />
          ))}
          <p id="answer-hint" className={fieldStyles.hint}>
            {hint}
          </p>
        </>
      ) : (
        <Field id="answer" label={messages.field} hint={hint}>
          <textarea
            id="answer"
            dir="auto"
            className={styles.field}
            data-dropping={isDropping}
            // React would set a `value` back to the draft's until it watches the draft, a moment after the field is there.
            defaultValue={state.draft.text}
            readOnly={isSending}
            onChange={(event) => editor.type(event.target.value)}
            onPaste={paste}
            placeholder={messages.placeholder}
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            rows={6}
            aria-invalid={problem?.code === 'empty' || problem?.code === 'sealed-too-large' ? true : undefined}
            aria-describedby={problem === null ? 'answer-hint' : 'answer-hint answer-problem'}
          />
        </Field>
      )}
      <div className={styles.attached}>
        {state.draft.files.length === 0 ? null : (
          <>
            <ul aria-label={messages.attached}>
              {state.draft.files.map((file) => (
                <li key={file.name}>
                  <File aria-hidden size={16} />
                  <bdi translate="no">{file.name}</bdi>
                  <span className={styles.muted}>{formatBytes(file.content.size)}</span>
                  <Button variant="quiet" disabled={isSending} onClick={() => editor.detach(file)} aria-label={messages.detach(file.name)}>
                    <X aria-hidden size={16} />
                  </Button>
                </li>
              ))}
            </ul>
            <p className={styles.muted}>{messages.photos}</p>
          </>
        )}
        <div>
          <FileButton disabled={isSending} onFiles={editor.attach}>
            <Paperclip aria-hidden size={16} />
            {messages.attach}
          </FileButton>
        </div>
      </div>
      <p id="answer-problem" role="alert" className={`box danger ${styles.problem}`}>
        {problem === null ? '' : hasCode && isEnded(problem) ? messages.problems['code-ended'] : describeProblem(problem)}
      </p>
      <div className={styles.send}>
        <Button variant="primary" type="submit" icon={LockKeyhole} aria-disabled={isSending} aria-keyshortcuts="Control+Enter Meta+Enter">
          {isSending ? messages.sending : messages.send}
        </Button>
        <a href={addressOf('/docs/how#requests')} target="_blank" rel="noreferrer">
          {messages.how}
        </a>
      </div>
      {left > 1 ? <p className={styles.muted}>{messages.left(left)}</p> : null}
    </form>
  );
}

/** Whether the request takes nothing more. */
const isEnded = ({ code }: Problem): boolean => code === 'request-gone' || code === 'request-full';

function describeProblem(problem: Problem): string {
  const { problems } = messages;
  switch (problem.code) {
    case 'too-many-requests':
      return problems[problem.code](formatUnit(problem.waitSeconds, 'second'));
    case 'photo-uncleaned':
      return problems[problem.code](problem.name);
    case 'too-large':
    case 'too-large-for-server':
    case 'sealed-too-large':
    case 'files-too-large':
      return problems['too-large'](formatBytes(MAX_ENVELOPE_CHARACTERS));
  }
  const words = (problems as Partial<Record<Problem['code'], unknown>>)[problem.code];
  return typeof words === 'string' ? words : problems.browser;
}
