'use client';

import { LockKeyholeOpen } from 'lucide-react';
import { useRef, useState } from 'react';
import { pageClient, problemIn } from '#components/client/page.client';
import { viewMailedMessages as messages } from '#components/messages/view-mailed';
import { typeCode } from '#lib/client/operations.generated';
import { LineForm } from './line-form';

/** Asks for the code that was mailed. A wrong one stays in the field for correction. */
export function CodeForm({ publicId, claim }: { publicId: string; claim: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [isChecking, setChecking] = useState(false);
  const [problem, setProblem] = useState('');

  async function submit(): Promise<void> {
    const code = (field.current?.value ?? '').replace(/\s/g, '');
    setProblem('');
    if (!/^\d{6}$/.test(code)) return refuse(messages.digits);
    setChecking(true);
    await pageClient.call(typeCode, { params: { publicId }, body: { claim, code } }).catch((error: unknown) => {
      const { code: reason, status, triesLeft } = problemIn(error);
      // The request that waits learns what is decided.
      if (reason === 'refused' || status === 404) return;
      setChecking(false);
      refuse(reason === 'wrong_code' ? messages.wrong(triesLeft ?? 0) : messages.unreachable);
    });
  }

  function refuse(sentence: string): void {
    setProblem(sentence);
    field.current?.select();
  }

  return (
    <LineForm
      field={field}
      label={messages.label}
      problem={problem}
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      isBusy={isChecking}
      icon={LockKeyholeOpen}
      button={isChecking ? messages.checking : messages.open}
      onSubmit={() => void submit()}
    />
  );
}
