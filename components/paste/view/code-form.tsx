'use client';

import { LockKeyholeOpen } from 'lucide-react';
import { useRef, useState } from 'react';
import { viewMailedMessages as messages } from '#components/messages/view-mailed';
import { LineForm } from './line-form';
import { sendCode } from './reader/code.client';

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
    const left = await sendCode(publicId, claim, code);
    // The request that waits learns what is decided.
    if (left === null) return;
    setChecking(false);
    refuse(left === 'unreachable' ? messages.unreachable : messages.wrong(left));
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
