import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { commonMessages } from '#components/messages/common';
import { Dialog } from './dialog';

function Page({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    onClose();
    setOpen(false);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen ? (
        <Dialog title="Question" onClose={close}>
          <p>Within</p>
        </Dialog>
      ) : null}
    </>
  );
}

async function openDialog() {
  const user = userEvent.setup();
  const onClose = vi.fn();
  const page = render(<Page onClose={onClose} />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  return { user, onClose, dialog: screen.getByRole('dialog', { name: 'Question' }), ...page };
}

it('a dialog is modal and named by its title', async () => {
  const modal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
  const { dialog } = await openDialog();
  expect(modal.mock.contexts).toEqual([dialog]);
});

it.each([
  ['its cross', async (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: commonMessages.close }))],
  ['Escape', async (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{Escape}')],
  ['a click beside it', async (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('dialog'))],
])('a dialog closes by %s, once, and the focus goes back', async (_way, close) => {
  const { user, onClose, dialog } = await openDialog();
  await close(user);
  expect(onClose).toHaveBeenCalledOnce();
  expect(dialog).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
});

it('a click within a dialog leaves it open', async () => {
  const { user, onClose, dialog } = await openDialog();
  await user.click(screen.getByText('Within'));
  expect(onClose).not.toHaveBeenCalled();
  expect(dialog).toBeVisible();
});

it('a dialog closes when the page that opened it goes', async () => {
  const { dialog, unmount } = await openDialog();
  unmount();
  expect(dialog).not.toHaveAttribute('open');
});
