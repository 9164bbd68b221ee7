import { useEffect, useRef } from 'react';
import { commonMessages } from '#components/messages/common';
import { requestMessages } from '#components/messages/requests';
import { Button } from '#components/ui/button';
import { Dialog } from '#components/ui/dialog';
import dialogStyles from '#components/ui/dialog.module.css';

const messages = requestMessages.remove;

/** Asks before the key is forgotten. Each choice closes the dialog. */
export function RemoveDialog({ onRemove, onClose }: { onRemove: () => void; onClose: () => void }) {
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  return (
    <Dialog title={messages.title} closeLabel={commonMessages.close} onClose={onClose}>
      <p className={dialogStyles.text}>{messages.text}</p>
      <form method="dialog" className={dialogStyles.choices}>
        <Button ref={cancel} type="submit">
          {messages.cancel}
        </Button>
        <Button type="submit" variant="danger" onClick={onRemove}>
          {messages.remove}
        </Button>
      </form>
    </Dialog>
  );
}
