import type { ReactNode } from 'react';
import type { LineRange } from '#lib/envelope/fragment';
import type { Duplication } from '../dialogs/view.duplicate';
import type { ViewedPaste } from '../model/view.data';

/** What the screens of a paste need to know, besides what is in it. */
export interface OpenedPaste {
  paste: ViewedPaste;
  linkKey: string | null;
  /** With which it was opened. */
  password: string | undefined;
  lines: LineRange | null;
  onLines: (lines: LineRange | null) => void;
  /** The text was asked for by a button or field that is gone: the focus goes on to it. */
  takesFocus: boolean;
}

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
