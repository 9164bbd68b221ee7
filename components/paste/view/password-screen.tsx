'use client';

import { LockKeyhole } from 'lucide-react';
import { passwordMessages } from '#components/messages/password';
import { Notice } from '#components/ui/notice';
import { LineForm } from './line-form';

interface PasswordScreenProps {
  attempt: 'none' | 'checking' | 'wrong';
  /** Place of the paste: it stays on the server, it burns but is unopened, or only this tab can still read it. */
  at: 'stored' | 'unopened' | 'claimed';
  onPassword: (password: string) => void;
}

export function PasswordScreen({ attempt, at, onPassword }: PasswordScreenProps) {
  return (
    <Notice title={passwordMessages.title}>
      <p>{passwordMessages[at === 'unopened' ? 'textProven' : 'text']}</p>
      {at === 'stored' ? null : <p>{passwordMessages[at]}</p>}
      <LineForm
        label={passwordMessages.label}
        problem={attempt === 'wrong' ? passwordMessages.wrong : ''}
        type="password"
        required
        autoFocus
        isBusy={attempt === 'checking'}
        icon={LockKeyhole}
        button={attempt === 'checking' ? passwordMessages.checking : passwordMessages[at === 'unopened' ? 'buttonUnopened' : 'button']}
        onSubmit={onPassword}
      />
    </Notice>
  );
}
