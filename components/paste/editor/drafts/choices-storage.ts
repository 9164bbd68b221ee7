/** What somebody chose last for a paste, for the next one: in this browser's localStorage. Never anything of a text. */

import { keepJson, readFields } from '#components/ui/storage';
import type { Edit } from '../model/editor.draft';
import { expiryName, parseChosen } from '../model/expiry';

const STORAGE_KEY = 'sealpaste-choices';

type Choices = Pick<Edit, 'expiry' | 'burnAfterRead' | 'chosenSyntax'>;

/** @param edit what was changed by hand; other fields of it are not kept */
export function keepChoices(storage: Storage | null, edit: Edit): void {
  const { expiry, burnAfterRead, chosenSyntax } = edit;
  const chosen = {
    ...(expiry === undefined || expiry === 'wrong' ? {} : { expiry: expiryName(expiry) }),
    ...(burnAfterRead === undefined ? {} : { burnAfterRead }),
    ...(chosenSyntax === undefined ? {} : { chosenSyntax }),
  };
  // Where there is no room, the next paste begins as the first one did.
  if (Object.keys(chosen).length > 0) keepJson(storage, STORAGE_KEY, { ...readFields(storage, STORAGE_KEY), ...chosen });
}

/** Invalid values count as not chosen. */
export function readChoices(storage: Storage | null): Choices {
  const { expiry, burnAfterRead, chosenSyntax } = readFields(storage, STORAGE_KEY);
  return {
    ...(expiry === undefined ? {} : { expiry: parseChosen(expiry) }),
    ...(typeof burnAfterRead === 'boolean' ? { burnAfterRead } : {}),
    ...(typeof chosenSyntax === 'string' ? { chosenSyntax } : {}),
  };
}
