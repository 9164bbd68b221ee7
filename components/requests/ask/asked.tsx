import { CircleCheck } from 'lucide-react';
import { requestMessages } from '#components/messages/requests';
import { Button } from '#components/ui/button';
import type { NamedRequest } from '../keys/request-keys-store';
import { RequestLinks } from '../request-links';
import styles from '../requests.module.css';

const messages = requestMessages.asked;

export function Asked({ request, onAnother }: { request: NamedRequest; onAnother: () => void }) {
  return (
    <section className={styles.asked} aria-labelledby="asked">
      <h2 id="asked">
        <CircleCheck aria-hidden size={20} />
        {messages.heading}
      </h2>
      <RequestLinks request={request} isNew />
      <p className={styles.muted}>{messages.next}</p>
      <div>
        <Button onClick={onAnother}>{messages.another}</Button>
      </div>
    </section>
  );
}
