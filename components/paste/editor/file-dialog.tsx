'use client';

import { type FormEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import { editorMessages as messages } from '#components/messages/editor';
import { Button } from '#components/ui/button';
import { Dialog } from '#components/ui/dialog';
import dialogStyles from '#components/ui/dialog.module.css';
import { Field, TextField } from '#components/ui/field';
import { useLoaded } from '#components/ui/use-loaded';
import styles from './files.module.css';
import { isTooLargeToType, MAX_DRAFT_BYTES, MAX_TYPED_LINES } from './model/draft-storage';
import type { DraftFile } from './model/editor-draft';

/** Whether the dialog edits the file's text and not only its name. */
const isEditable = ({ isText, content }: DraftFile): boolean => isText && content.size <= MAX_DRAFT_BYTES;

interface FileDialogProps {
  file: DraftFile;
  /** @param text null: as it was */
  onSave: (name: string, text: string | null) => void;
  onClose: () => void;
}

/** Edits a file's name and, if it is a text that isn't too large, the text. */
export function FileDialog({ file, onSave, onClose }: FileDialogProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  // A file that can't be read any more shows no text; sealing says so.
  const text = useLoaded(async () => {
    if (!isEditable(file)) return null;
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.content.arrayBuffer());
  }, file);

  function save(event: FormEvent<HTMLFormElement>): void {
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    const typed = field.current?.value;
    // A text area turns each CRLF into a line feed.
    const edited = text?.includes('\r\n') ? typed?.replaceAll('\n', '\r\n') : typed;
    onSave(name || file.name, edited === undefined || edited === text ? null : edited);
  }

  // The dialog has a form, which can't stand inside the form of the paste.
  return createPortal(
    <Dialog title={file.name} onClose={onClose}>
      <form method="dialog" onSubmit={save} className="stack">
        <TextField id="file-name" name="name" label={messages.fileName} defaultValue={file.name} />
        {text === null ? null : isTooLargeToType([text]) ? (
          <p>{messages.tooLongToEdit(MAX_TYPED_LINES)}</p>
        ) : (
          <Field id="file-text" label={messages.fileText}>
            <textarea
              ref={field}
              id="file-text"
              dir="auto"
              className={styles.text}
              defaultValue={text}
              spellCheck={false}
              autoCapitalize="off"
              autoCorrect="off"
            />
          </Field>
        )}
        <div className={`row ${dialogStyles.choices}`}>
          <Button type="submit" variant="primary">
            {messages.saveFile}
          </Button>
        </div>
      </form>
    </Dialog>,
    document.body,
  );
}
