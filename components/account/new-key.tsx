'use client';

import { accountTexts } from '#components/messages/account';
import { createdTexts } from '#components/messages/compose';
import { CopyField } from '#components/ui/copy-field';

const texts = accountTexts.keys;

/** A key that was just made. What has it shown again, or no more, is the page's business. */
export function NewKey({ value }: { value: string }) {
  return <CopyField isMain label={texts.newLabel} copyLabel={texts.copyKey} texts={createdTexts} value={value} />;
}
