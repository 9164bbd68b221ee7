'use client';

import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { editorMessages as messages } from '#components/messages/editor';
import { Button } from '#components/ui/button';
import { Dialog } from '#components/ui/dialog';
import dialogStyles from '#components/ui/dialog.module.css';
import { isTooLargeToType, MAX_TYPED_LINES } from '../drafts/typed-text';
import type { DraftFile } from '../model/editor-draft';
import styles from './files.module.css';

export function FileDialog({ file, onSave, onClose }: { file: DraftFile; onSave: (text: string) => void; onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState<string | null>(null);

  useEffect(() => {
    let isClosed = false;
    const show = (read: string) => !isClosed && setText(read);
    // A file that can't be read any more shows nothing; sealing says so.
    file.content.arrayBuffer().then(
      (bytes) => show(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)),
      () => undefined,
    );
    return () => {
      isClosed = true;
    };
  }, [file]);

  function save(): void {
    const typed = field.current?.value ?? '';
    // A text area turns each CRLF into a line feed.
    onSave(text?.includes('\r\n') ? typed.replaceAll('\n', '\r\n') : typed);
  }

  // The dialog has a form, which can't stand inside the form of the paste.
  return createPortal(
    <Dialog title={file.name} onClose={onClose}>
      {text === null ? null : isTooLargeToType([text]) ? (
        <p>{messages.tooLongToEdit(MAX_TYPED_LINES)}</p>
      ) : (
        <form method="dialog" onSubmit={save}>
          <textarea
            ref={field}
            className={styles.text}
            aria-label={messages.editFile(file.name)}
            defaultValue={text}
            spellCheck={false}
            autoCapitalize="off"
            autoCorrect="off"
          />
          <div className={`row ${dialogStyles.choices}`}>
            <Button type="submit" variant="primary">
              {messages.saveFile}
            </Button>
          </div>
        </form>
      )}
    </Dialog>,
    document.body,
  );
}
