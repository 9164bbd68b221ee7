import type { ReactNode } from 'react';
import type { LineRange } from '#lib/envelope/fragment';
import type { ViewedPaste } from '../model/view-data';
import type { Duplication } from './view-duplicate';

/** What the screens of an opened paste need besides its content. */
export interface OpenedPaste {
  paste: ViewedPaste;
  linkKey: string | null;
  /** The password that decrypted the paste, if any. */
  password: string | undefined;
  lines: LineRange | null;
  onLines: (lines: LineRange | null) => void;
  /** Whether the text takes the focus, because the button or field that asked for it is gone. */
  takesFocus: boolean;
}

/** One of several files in a paste: see files/. */
export interface ShownFile {
  /** The file's number in links; undefined for the paste's own text. */
  number: number | undefined;
  list: ReactNode;
  /** Shown instead of a text, for a file that isn't text. */
  body: ReactNode | null;
  onSave: () => void;
  onDuplicate: (mayReplace: boolean) => Promise<Duplication>;
}
