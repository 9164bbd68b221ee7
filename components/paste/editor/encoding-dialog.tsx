'use client';

import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { editorMessages } from '#components/messages/editor';
import { Button } from '#components/ui/button';
import { Dialog } from '#components/ui/dialog';
import dialogStyles from '#components/ui/dialog.module.css';
import { Field } from '#components/ui/field';
import { Select } from '#components/ui/select';
import styles from './files.module.css';
import type { Reading } from './model/encodings';

const messages = editorMessages.encoding;

interface EncodingDialogProps {
  name: string;
  readings: readonly Reading[];
  /** @param encoding null: the file stays as it is */
  onDecide: (encoding: string | null) => void;
}

/** Asks in which encoding a text file reads right. Closing the dialog attaches the file as it is. */
export function EncodingDialog({ name, readings, onDecide }: EncodingDialogProps) {
  const [chosen, setChosen] = useState(readings[0]?.encoding ?? '');
  const isDecided = useRef(false);
  const preview = readings.find(({ encoding }) => encoding === chosen)?.preview ?? '';

  /** A dialog that goes closes, too, maybe while the next file is asked about. */
  function decide(encoding: string | null): void {
    if (!isDecided.current) onDecide(encoding);
    isDecided.current = true;
  }

  // The dialog's buttons can't stand inside the form of the paste.
  return createPortal(
    <Dialog title={messages.title(name)} onClose={() => decide(null)}>
      <div className="stack">
        <p>{messages.hint}</p>
        <Field id="encoding" label={messages.label}>
          <Select
            id="encoding"
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
            options={readings.map(({ encoding }) => [encoding, encoding] as const)}
          />
        </Field>
        <section className={styles.reading} aria-label={editorMessages.modes.preview} aria-live="polite">
          <pre translate="no" dir="auto">
            {preview}
          </pre>
        </section>
        <div className={`row ${dialogStyles.choices}`}>
          <Button onClick={() => decide(null)}>{messages.keep}</Button>
          <Button variant="primary" onClick={() => decide(chosen)}>
            {messages.use}
          </Button>
        </div>
      </div>
    </Dialog>,
    document.body,
  );
}
