import type { ReactNode } from 'react';
import type { Duplication } from '../dialogs/view.duplicate';

/** One of several things in a paste: see files/. */
export interface ShownFile {
  /** Its place in the links to it; undefined for the paste's own text. */
  number: number | undefined;
  list: ReactNode;
  /** Instead of the text, for what is none. */
  body: ReactNode | null;
  onSave: () => void;
  onDuplicate: (mayReplace: boolean) => Promise<Duplication>;
}
