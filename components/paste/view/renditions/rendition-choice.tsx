'use client';

import Palette from 'lucide-react/icons/palette';
import WandSparkles from 'lucide-react/icons/wand-sparkles';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { startWorker } from '#components/client/start-worker';
import { callOnce } from '#components/client/worker-calls';
import { renditionMessages as messages } from '#components/messages/rendition';
import { IconButton } from '#components/ui/icon-button';
import type { LineRange } from '#lib/envelope/fragment';
import { hasColours, type PasteText, wholeText } from '../model/view-text';
import './ansi.css';
import type { makeRendition, Rendition, RenditionKind } from './make-rendition';

/** Enough for a text of ten megabytes. */
const FORM_LIMIT_MS = 10_000;

type Problem = keyof typeof messages.problems;

interface RenditionChoiceProps {
  /** The whole text as it was pasted. */
  text: PasteText;
  /** The lines in the link, which count lines of the original text. */
  lines: LineRange | null;
  slot: HTMLElement;
  /** @param rendition null: the original text */
  onRendition: (rendition: Rendition | null) => void;
}

/** Renders the button for the other rendition of a text. A log shows its colours at once, because escape sequences are unreadable. */
export function RenditionChoice({ text, lines, slot, onRendition }: RenditionChoiceProps) {
  const isLog = hasColours(text);
  const kind: RenditionKind = isLog ? 'ansi' : 'json';
  const [isWanted, setWanted] = useState(isLog);
  const [problem, setProblem] = useState<Problem | null>(null);

  useEffect(() => {
    if (lines && kind !== 'ansi') setWanted(false);
  }, [lines, kind]);

  useEffect(() => {
    if (!isWanted) return;
    setProblem(null);
    const leaving = new AbortController();
    const input = { kind, text: wholeText(text) };
    callOnce<ReturnType<typeof makeRendition>>(() => startWorker('rendition'), input, FORM_LIMIT_MS, leaving.signal).then(
      (answer) => {
        const made = answer.kind === 'output' ? answer.output : answer.problem;
        if (typeof made !== 'string') return onRendition(made);
        setProblem(made);
        setWanted(false);
      },
      () => undefined,
    );
    return () => {
      leaving.abort();
      onRendition(null);
    };
  }, [isWanted, kind, text, onRendition]);

  return createPortal(
    <>
      <IconButton
        label={messages.buttons[kind]}
        icon={isLog ? Palette : WandSparkles}
        aria-pressed={isWanted}
        onClick={() => setWanted(!isWanted)}
      >
        {/* Has a label even on a narrow screen, where it gets its own row. */}
        <span>{isLog ? messages.colours : messages.format}</span>
      </IconButton>
      <span role="status">{problem ? messages.problems[problem] : ''}</span>
    </>,
    slot,
  );
}
