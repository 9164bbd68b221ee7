import { useEffect, useRef } from 'react';
import { en } from '#components/messages/en';
import { manageTexts as texts } from '#components/messages/manage';
import { Button } from '#components/ui/button';
import { Dialog } from '#components/ui/dialog';
import dialogStyles from '#components/ui/dialog.module.css';

/** Asks before what can't be undone. Closes by itself, whatever the answer. */
export function DeleteDialog({ onDelete, onClose }: { onDelete: () => void; onClose: () => void }) {
  const keep = useRef<HTMLButtonElement>(null);
  // Not on the button that deletes, nor on the first one of the dialog.
  useEffect(() => keep.current?.focus(), []);
  return (
    <Dialog title={texts.confirmTitle} closeLabel={en.close} onClose={onClose}>
      <p className={dialogStyles.text}>{texts.confirmText}</p>
      <form method="dialog" className={dialogStyles.choices}>
        <Button ref={keep} type="submit">
          {texts.keep}
        </Button>
        <Button type="submit" look="danger" onClick={onDelete}>
          {texts.confirm}
        </Button>
      </form>
    </Dialog>
  );
}
