'use client';

import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { viewDialogMessages } from '#components/messages/view-dialogs';
import { Button } from '#components/ui/button';
import { Dialog } from '#components/ui/dialog';
import dialogStyles from '#components/ui/dialog.module.css';
import fieldStyles from '#components/ui/field.module.css';
import type { LineRange } from '#lib/envelope/fragment';

const messages = viewDialogMessages.lines;

interface LinesDialogProps {
  marked: LineRange | null;
  total: number;
  onLines: (lines: LineRange | null) => void;
  onClose: () => void;
}

/** Marks lines by their numbers: for people without a mouse, and for lines far apart. */
export function LinesDialog({ marked, total, onLines, onClose }: LinesDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isWrong, setWrong] = useState(false);
  const id = useId();
  useEffect(() => field.current?.select(), []);

  function submit(event: FormEvent): void {
    const lines = parseLines(field.current?.value ?? '', total);
    if (lines === null) {
      event.preventDefault();
      setWrong(true);
      field.current?.select();
    } else onLines(lines);
  }

  return (
    <Dialog title={messages.title} onClose={onClose}>
      <form method="dialog" onSubmit={submit} noValidate>
        <div className={fieldStyles.group}>
          <label className={fieldStyles.label} htmlFor={id}>
            {messages.label}
          </label>
          <input
            ref={field}
            id={id}
            className={fieldStyles.input}
            autoComplete="off"
            inputMode="text"
            defaultValue={marked ? (marked.first === marked.last ? marked.first : `${marked.first}-${marked.last}`) : ''}
            aria-describedby={`${id}-hint`}
            aria-invalid={isWrong}
          />
          <p id={`${id}-hint`} className={fieldStyles.hint} role={isWrong ? 'alert' : undefined}>
            {isWrong ? messages.wrong(total) : messages.hint(total)}
          </p>
        </div>
        <div className={`row ${dialogStyles.choices}`}>
          {marked ? (
            <Button
              type="button"
              onClick={() => {
                onLines(null);
                onClose();
              }}
            >
              {messages.unmark}
            </Button>
          ) : null}
          <Button type="submit" variant="primary">
            {messages.mark}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** @param text `12`, `12-30` or `L12-L30` @returns null when the text names no line */
export function parseLines(text: string, total: number): LineRange | null {
  const [, from = '', to = from] = /^\s*[Ll]?(\d{1,9})(?:\s*[-–:,.]+\s*[Ll]?(\d{1,9}))?\s*$/.exec(text) ?? [];
  const [first, last] = [Number(from), Number(to)].sort((one, other) => one - other) as [number, number];
  return first >= 1 && first <= total ? { first, last: Math.min(last, total) } : null;
}
