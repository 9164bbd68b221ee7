'use client';

import { Palette, WandSparkles } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { formMessages as messages } from '#components/messages/view-forms';
import { IconButton } from '#components/ui/icon-button';
import type { LineRange } from '#lib/envelope/fragment';
import { askWorker } from '../model/ask-worker';
import type { PasteText } from '../model/view.data';
import { sizeOf, wholeText } from '../model/view.text';
import './ansi.css';
import type { FormKind, FormReply } from './forms.worker';
import { LOOKS } from './read-ansi';
import { hasColours, type TextForm } from './text-form';

/** For ten megabytes. */
const FORM_LIMIT_MS = 10_000;

const startWorker = () => new Worker(new URL('./forms.worker.ts', import.meta.url), { type: 'module', name: 'forms' });

type Problem = keyof typeof messages.problems;

interface FormChoiceProps {
  /** As it was pasted, all of it. */
  text: PasteText;
  language: string;
  /** Of the link: they are lines of the text itself. */
  lines: LineRange | null;
  /** In the toolbar. */
  slot: HTMLElement;
  /** @param form null: the text itself */
  onForm: (form: TextForm | null) => void;
}

/** The button for the other form of a text. A log is in its colours at once: its escape sequences are no text to read. */
export function FormChoice({ text, language, lines, slot, onForm }: FormChoiceProps) {
  const isLog = hasColours(text);
  const kind: FormKind = isLog ? 'ansi' : language === 'xml' ? 'xml' : 'json';
  const [isWanted, setWanted] = useState(isLog);
  const [problem, setProblem] = useState<Problem | null>(null);

  useEffect(() => {
    if (lines && kind !== 'ansi') setWanted(false);
  }, [lines, kind]);

  useEffect(() => {
    if (!isWanted) return;
    setProblem(null);
    const leaving = new AbortController();
    askWorker<FormReply>({ kind, text: wholeText(text) }, FORM_LIMIT_MS, leaving.signal, startWorker).then(
      (answer) => {
        const form = answer.kind === 'reply' ? answer.reply : answer.problem;
        if (form !== null && typeof form !== 'string') onForm(shown(kind, form));
        else {
          setProblem(form ?? 'not-valid');
          setWanted(false);
        }
      },
      () => undefined,
    );
    return () => {
      leaving.abort();
      onForm(null);
    };
  }, [isWanted, kind, text, onForm]);

  const Icon = isLog ? Palette : WandSparkles;
  const label = messages.buttons[kind];
  return createPortal(
    <>
      <IconButton
        label={label}
        // With its word on a narrow screen, too: there it has a row of its own.
        icon={
          <>
            <Icon aria-hidden size={16} />
            {isLog ? messages.colours : messages.format}
          </>
        }
        aria-pressed={isWanted}
        onClick={() => setWanted(!isWanted)}
      />
      <span role="status">{problem ? messages.problems[problem] : ''}</span>
    </>,
    slot,
  );
}

function shown(kind: FormKind, { text, blocks }: Exclude<FormReply, string | null>): TextForm {
  return { text, size: sizeOf(text), paint: blocks && { looks: LOOKS, blocks }, hasSameLines: kind === 'ansi' };
}
