'use client';

import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import { passwordMessages } from '#components/messages/password';
import { Notice } from '#components/ui/notice';
import type { ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { LineForm } from './line-form';

interface PasswordScreenProps {
  paste: ViewedPaste;
  attempt: 'none' | 'checking' | 'wrong';
  onPassword: (password: string) => void;
}

export function PasswordScreen({ paste: { burnAfterRead, needsReadToken }, attempt, onPassword }: PasswordScreenProps) {
  // With a read proof, the server keeps a burn paste until the right password; without, only this tab can still read it.
  const isUnopened = burnAfterRead && needsReadToken;
  return (
    <Notice title={passwordMessages.title}>
      <p>{passwordMessages[isUnopened ? 'textProven' : 'text']}</p>
      {burnAfterRead ? <p>{passwordMessages[isUnopened ? 'unopened' : 'claimed']}</p> : null}
      <LineForm
        label={passwordMessages.label}
        problem={attempt === 'wrong' ? passwordMessages.wrong : ''}
        type="password"
        required
        autoFocus
        isBusy={attempt === 'checking'}
        icon={LockKeyhole}
        button={attempt === 'checking' ? passwordMessages.checking : passwordMessages[isUnopened ? 'buttonUnopened' : 'button']}
        onSubmit={onPassword}
      />
    </Notice>
  );
}
