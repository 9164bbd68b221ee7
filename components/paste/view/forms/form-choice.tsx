'use client';

import { Palette, WandSparkles } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { callOnce } from '#components/client/worker-calls';
import { textFormMessages as messages } from '#components/messages/text-form';
import { IconButton } from '#components/ui/icon-button';
import type { LineRange } from '#lib/envelope/fragment';
import type { PasteText } from '../model/view-data';
import { hasColours, sizeOf, wholeText } from '../model/view-text';
import type { Paint } from '../text/colour-kinds';
import './ansi.css';
import type { FormKind, FormReply } from './make-form';
import { LOOKS } from './read-ansi';

/** Enough for a text of ten megabytes. */
const FORM_LIMIT_MS = 10_000;

const startWorker = () => new Worker(new URL('./forms.worker.ts', import.meta.url), { type: 'module', name: 'forms' });

/** A form shown in place of a text: JSON or XML with a line for each value, or a log in its colours. */
export interface TextForm {
  text: PasteText;
  size: 'small' | 'large';
  paint: Paint | null;
  /** Whether the form has the same lines as the text. */
  hasSameLines: boolean;
}

type Problem = keyof typeof messages.problems;

interface FormChoiceProps {
  /** The whole text as it was pasted. */
  text: PasteText;
  language: string;
  /** The lines in the link, which count lines of the original text. */
  lines: LineRange | null;
  /** The element of the toolbar that gets the button. */
  slot: HTMLElement;
  /** @param form null: the original text */
  onForm: (form: TextForm | null) => void;
}

/** Renders the button for the other form of a text. A log shows its colours at once, because escape sequences are unreadable. */
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
    callOnce<FormReply>(startWorker, { kind, text: wholeText(text) }, FORM_LIMIT_MS, leaving.signal).then(
      (answer) => {
        const form = answer.kind === 'output' ? answer.output : answer.problem;
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
        // Has a label even on a narrow screen, where it gets its own row.
        icon={
          <>
            <Icon aria-hidden size={16} />
            <span>{isLog ? messages.colours : messages.format}</span>
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
