'use client';

import { accountTexts } from '../text/account';
import { createdTexts } from '../text/compose';
import { CopyField } from '../ui/copy-field';
import { ACTIONS } from './account.actions';
import { SeenOnce } from './seen-once';

const texts = accountTexts.keys;

/** A key, this once: the next time the page is loaded it is not here. Without JavaScript it is for a few minutes. */
export function NewKey({ value }: { value: string }) {
  return (
    <>
      <CopyField isMain label={texts.newLabel} copyLabel={texts.copyKey} texts={createdTexts} value={value} />
      <SeenOnce action={ACTIONS.hideKey} />
    </>
  );
}
