import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { editorMessages as messages } from '#components/messages/editor';
import { EMPTY_DRAFT } from './model/editor-draft';
import type { FormState } from './model/editor-state';
import type { EditorStore } from './model/editor-store';
import { SubmitBar } from './submit-bar';

it('offers Cancel while the paste is sent, and says what is under way', async () => {
  const cancel = vi.fn();
  const state: FormState = { phase: 'sealing', percent: null, draft: { ...EMPTY_DRAFT, text: 'a', textBytes: 1 } };
  render(<SubmitBar state={state} store={{ cancel } as unknown as EditorStore} />);
  await userEvent.click(screen.getByRole('button', { name: messages.cancel }));
  expect(cancel).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: messages.encrypting })).toHaveAttribute('aria-disabled', 'true');
});
