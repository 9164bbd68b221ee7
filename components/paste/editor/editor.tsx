'use client';

import { useRef } from 'react';
import { Created } from './created/created';
import { EditorForm } from './editor-form';
import { Status } from './status';
import { useEditorState, useEditorStore } from './use-editor';

interface EditorProps {
  /** The account's list shows the new paste. */
  isSignedIn: boolean;
  /** The operator's limit; null: none. */
  maxTtlSeconds: number | null;
}

/** A new paste, and then its link. */
export function Editor({ isSignedIn, maxTtlSeconds }: EditorProps) {
  const form = useRef<HTMLFormElement>(null);
  const store = useEditorStore(form, maxTtlSeconds, !isSignedIn);
  const state = useEditorState(store);
  return (
    <>
      {state.phase === 'created' ? (
        <Created paste={state.paste} isTaken={state.isTaken} onTaken={store.takeLink} onAnother={store.restart} />
      ) : (
        <EditorForm ref={form} state={state} store={store} maxTtlSeconds={maxTtlSeconds} />
      )}
      <Status state={state} />
    </>
  );
}
