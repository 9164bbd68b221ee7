'use client';

import { useEffect, useState } from 'react';
import { answerMessages } from '#components/messages/answer';
import { StatusPage } from '#components/ui/status-page';
import type { SentAnswer } from './answer-state';
import { SentScreen } from './sent-screen';
import { restoreSent } from './sent-storage';

/** Missing, expired and ended requests look the same. A tab that sent answers still sees their receipts. */
export function MissingRequest() {
  const [requestId, setRequestId] = useState('');
  const [answers, setAnswers] = useState<readonly SentAnswer[]>([]);

  useEffect(() => {
    const inAddress = location.pathname.split('/').at(-1) ?? '';
    setRequestId(inAddress);
    setAnswers(restoreSent(inAddress));
  }, []);

  if (answers.length > 0) return <SentScreen requestId={requestId} answers={answers} onAnother={null} />;
  return <StatusPage title={answerMessages.goneTitle} text={answerMessages.goneText} />;
}
