'use client';

import { useRef } from 'react';
import { ComposeForm } from './compose-form';
import { Created } from './created/created';
import { Status } from './status';
import { useCompose, useComposeState } from './use-compose';

interface ComposeProps {
  /** Then what is made will be in the account's list. */
  isSignedIn: boolean;
  /** The operator's limit; null: none. */
  maxTtlSeconds: number | null;
}

/** A new paste, and then its link. */
export function Compose({ isSignedIn, maxTtlSeconds }: ComposeProps) {
  const form = useRef<HTMLFormElement>(null);
  const compose = useCompose(form, maxTtlSeconds, !isSignedIn);
  const state = useComposeState(compose);
  return (
    <>
      {state.phase === 'created' ? (
        <Created paste={state.paste} isTaken={state.isTaken} onTaken={compose.takeLink} onAnother={compose.restart} />
      ) : (
        <ComposeForm ref={form} state={state} compose={compose} maxTtlSeconds={maxTtlSeconds} />
      )}
      <Status state={state} />
    </>
  );
}
