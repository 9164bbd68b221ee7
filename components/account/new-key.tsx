'use client';

import { accountMessages } from '#components/messages/account';
import { CopyField } from '#components/ui/copy-field';

const messages = accountMessages.keys;

export function NewKey({ value }: { value: string }) {
  return <CopyField isMain label={messages.newLabel} copyLabel={messages.copyKey} value={value} />;
}
