import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { editorMessages as messages } from '#components/messages/editor';
import { EMPTY_DRAFT } from '../model/editor.draft';
import type { FormState } from '../model/editor.state';
import { SubmitBar } from './submit-bar';

it('offers Cancel while the paste is sent, and says what is under way', async () => {
  const onCancel = vi.fn();
  const state: FormState = { phase: 'sealing', percent: null, draft: { ...EMPTY_DRAFT, text: 'a', textBytes: 1 } };
  render(
    <SubmitBar
      state={state}
      problem={null}
      onRetry={vi.fn()}
      onCancel={onCancel}
      onSubmitUnencrypted={vi.fn()}
      onSubmitAnonymously={vi.fn()}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: messages.cancel }));
  expect(onCancel).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: messages.encrypting })).toHaveAttribute('aria-disabled', 'true');
});
