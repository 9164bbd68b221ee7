'use client';

import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';
import type { SentAnswer } from './answer-state';
import { SentScreen } from './sent-screen';
import { restoreSent } from './sent-storage';

/** Wraps the page of a request that is gone: a tab that sent answers still sees their receipts. */
export function LateSender({ children }: { children: ReactNode }) {
  const requestId = usePathname().split('/').at(-1) ?? '';
  const [answers, setAnswers] = useState<readonly SentAnswer[]>([]);

  useEffect(() => setAnswers(restoreSent(requestId)), [requestId]);

  return answers.length === 0 ? children : <SentScreen requestId={requestId} answers={answers} onAnother={null} />;
}
