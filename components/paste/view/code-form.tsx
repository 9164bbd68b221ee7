'use client';

import LockKeyholeOpen from 'lucide-react/icons/lock-keyhole-open';
import { useState } from 'react';
import { pageClient, problemIn } from '#components/client/page.client';
import { viewMailedMessages as messages } from '#components/messages/view-mailed';
import { typeCode } from '#lib/client/operations.generated';
import { LineForm } from './line-form';

/** Asks for the code that was mailed. */
export function CodeForm({ publicId, claim }: { publicId: string; claim: string }) {
  const [isChecking, setChecking] = useState(false);
  const [problem, setProblem] = useState('');

  async function submit(text: string): Promise<void> {
    const code = text.replace(/\s/g, '');
    if (!/^\d{6}$/.test(code)) return setProblem(messages.digits);
    setProblem('');
    setChecking(true);
    await pageClient.call(typeCode, { params: { publicId }, body: { claim, code } }).catch((error: unknown) => {
      const { code: reason, status, triesLeft } = problemIn(error);
      // The request that waits learns what is decided.
      if (reason === 'refused' || status === 404) return;
      setChecking(false);
      setProblem(reason === 'wrong_code' ? messages.wrong(triesLeft ?? 0) : messages.unreachable);
    });
  }

  return (
    <LineForm
      label={messages.label}
      problem={problem}
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      isBusy={isChecking}
      icon={LockKeyholeOpen}
      button={isChecking ? messages.checking : messages.open}
      onSubmit={(text) => void submit(text)}
    />
  );
}
