'use client';

import { useRef } from 'react';
import type { OfferedExpiries } from '#lib/pastes/expiry.rules';
import { Created } from './created/created';
import { EditorForm } from './editor-form';
import { Status } from './status';
import { useEditorState, useEditorStore } from './use-editor';

interface EditorProps {
  /** The account's list shows the new paste. */
  isSignedIn: boolean;
  /** What the operator offers. */
  expiries: OfferedExpiries;
}

/** A new paste, and then its link. */
export function Editor({ isSignedIn, expiries }: EditorProps) {
  const form = useRef<HTMLFormElement>(null);
  const store = useEditorStore(form, expiries, isSignedIn);
  const state = useEditorState(store);
  return (
    <>
      {state.phase === 'created' ? (
        <Created paste={state.paste} isTaken={state.isTaken} onTaken={store.takeLink} onAnother={store.restart} />
      ) : (
        <EditorForm ref={form} state={state} store={store} expiries={expiries} />
      )}
      <Status state={state} />
    </>
  );
}
