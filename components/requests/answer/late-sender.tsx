'use client';

import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';
import type { SentAnswer } from './answer.state';
import { SentScreen } from './sent-screen';
import { restoreSent } from './sent-storage';

/** The page of a request that isn't there any more: who has sent something from this tab still sees what became of it. */
export function LateSender({ children }: { children: ReactNode }) {
  const requestId = usePathname().split('/').at(-1) ?? '';
  const [answers, setAnswers] = useState<readonly SentAnswer[]>([]);

  useEffect(() => setAnswers(restoreSent(requestId)), [requestId]);

  return answers.length === 0 ? children : <SentScreen requestId={requestId} answers={answers} onAnother={null} />;
}
