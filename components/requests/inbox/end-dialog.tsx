import { useEffect, useRef, useState } from 'react';
import { commonMessages } from '#components/messages/common';
import { requestMessages } from '#components/messages/requests';
import { Button } from '#components/ui/button';
import { Dialog } from '#components/ui/dialog';
import dialogStyles from '#components/ui/dialog.module.css';
import { endRequest } from '../request.requests';
import styles from '../requests.module.css';

const messages = requestMessages.end;

interface EndDialogProps {
  requestId: string;
  /** null: the account's. */
  manageToken: string | null;
  /** Answers that wait. */
  waiting: number;
  onEnded: () => void;
  onClose: () => void;
}

/** Asks before the link is ended, and what becomes of the answers that wait. */
export function EndDialog({ requestId, manageToken, waiting, onEnded, onClose }: EndDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const [isFailed, setFailed] = useState(false);
  // Not on a button that ends it, nor on the first one of the dialog.
  useEffect(() => cancel.current?.focus(), []);

  async function end(answers: 'keep' | 'delete'): Promise<void> {
    setFailed(false);
    const hasEnded = await endRequest(requestId, manageToken, answers);
    setFailed(!hasEnded);
    if (!hasEnded) return;
    onEnded();
    onClose();
  }

  return (
    <Dialog title={messages.title} closeLabel={commonMessages.close} onClose={onClose}>
      <p className={dialogStyles.text}>
        {messages.text} {waiting > 0 ? messages.waiting(waiting) : ''}
      </p>
      <p role="alert" className={styles.problem}>
        {isFailed ? messages.failed : ''}
      </p>
      <div className={dialogStyles.choices}>
        <Button ref={cancel} onClick={onClose}>
          {messages.cancel}
        </Button>
        <Button variant="danger" onClick={() => void end('keep')}>
          {waiting > 0 ? messages.keepAnswers : messages.end}
        </Button>
        {waiting > 0 ? (
          <Button variant="danger" onClick={() => void end('delete')}>
            {messages.deleteAnswers}
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}
