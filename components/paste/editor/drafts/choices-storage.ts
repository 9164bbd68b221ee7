/** What somebody chose last for a paste, for the next one: in this browser's localStorage. Never anything of a text. */

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
  if (Object.keys(chosen).length === 0) return;
  try {
    storage?.setItem(STORAGE_KEY, JSON.stringify({ ...parse(storage), ...chosen }));
  } catch {
    // No room: then the next paste begins as the first one did.
  }
}

/** Invalid values count as not chosen. */
export function readChoices(storage: Storage | null): Choices {
  const { expiry, burnAfterRead, chosenSyntax } = parse(storage);
  return {
    ...(expiry === undefined ? {} : { expiry: parseChosen(expiry) }),
    ...(typeof burnAfterRead === 'boolean' ? { burnAfterRead } : {}),
    ...(typeof chosenSyntax === 'string' ? { chosenSyntax } : {}),
  };
}

function parse(storage: Storage | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(storage?.getItem(STORAGE_KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
