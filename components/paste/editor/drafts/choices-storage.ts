/**
 * Keeps the last chosen expiry and language in this browser's localStorage for the next paste. Never keeps a text, nor an
 * option that deletes a paste by reading: nobody should lose one to a choice of last week.
 */

import { keepJson, readFields } from '#components/ui/storage';
import type { Edit } from '../model/editor-draft';
import { expiryName, parseChosen } from '../model/expiry';

const STORAGE_KEY = 'sealpaste-choices';

type Choices = Pick<Edit, 'expiry' | 'chosenSyntax'>;

/** @param edit the changes somebody made; fields that are no choice are ignored */
export function keepChoices(storage: Storage | null, edit: Edit): void {
  const { expiry, chosenSyntax } = edit;
  const chosen = {
    ...(expiry === undefined || expiry === 'wrong' ? {} : { expiry: expiryName(expiry) }),
    ...(chosenSyntax === undefined ? {} : { chosenSyntax }),
  };
  // If the storage is full, the next paste begins with the defaults.
  if (Object.keys(chosen).length > 0) keepJson(storage, STORAGE_KEY, { ...readFields(storage, STORAGE_KEY), ...chosen });
}

/** Invalid values count as not chosen. */
export function readChoices(storage: Storage | null): Choices {
  const { expiry, chosenSyntax } = readFields(storage, STORAGE_KEY);
  return {
    ...(expiry === undefined ? {} : { expiry: parseChosen(expiry) }),
    ...(typeof chosenSyntax === 'string' ? { chosenSyntax } : {}),
  };
}
