import { useEffect, useRef } from 'react';
import { commonMessages } from '#components/messages/common';
import { manageMessages as messages } from '#components/messages/manage';
import { Button } from '#components/ui/button';
import { Dialog } from '#components/ui/dialog';
import dialogStyles from '#components/ui/dialog.module.css';

/** Asks before the deletion. Each choice closes the dialog. */
export function DeleteDialog({ onDelete, onClose }: { onDelete: () => void; onClose: () => void }) {
  const keep = useRef<HTMLButtonElement>(null);
  // Not on the button that deletes, nor on the first one of the dialog.
  useEffect(() => keep.current?.focus(), []);
  return (
    <Dialog title={messages.confirmTitle} closeLabel={commonMessages.close} onClose={onClose}>
      <p className={dialogStyles.text}>{messages.confirmText}</p>
      <form method="dialog" className={dialogStyles.choices}>
        <Button ref={keep} type="submit">
          {messages.keep}
        </Button>
        <Button type="submit" variant="danger" onClick={onDelete}>
          {messages.confirm}
        </Button>
      </form>
    </Dialog>
  );
}
