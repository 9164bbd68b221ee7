import { CircleCheck } from 'lucide-react';
import { ACTIONS } from '#components/account/account.actions';
import accountStyles from '#components/account/account.module.css';
import { SeenOnce } from '#components/account/seen-once';
import { chatsMessages as messages } from '#components/messages/chats';
import { Button, LinkButton } from '#components/ui/button';
import { addressOf } from '#lib/site/address.rules';
import type { Linking } from './chats.data';
import styles from './chats.module.css';
import { Countdown } from './countdown';
import { LinkingCode } from './linking-code';

export function LinkChat({ linking }: { linking: Linking | null }) {
  if (linking === null) {
    return (
      <div className={accountStyles.row}>
        <MakeToken label={messages.link} />
        <span className={accountStyles.muted}>{messages.linkHint}</span>
      </div>
    );
  }
  return (
    <section className={styles.linking} data-state={linking.state} aria-label={messages.linkingTitle}>
      {linking.state === 'waiting' ? (
        <LinkingCode token={linking.token} botName={linking.botName} />
      ) : (
        <SeenOnce action={ACTIONS.endLinking} />
      )}
      <div className={styles.outcome}>
        {/* One line from the beginning to the end: what it says next is announced. */}
        <p role="status" className={styles.status}>
          {linking.state === 'linked' ? <CircleCheck aria-hidden size={20} /> : null}
          {statusOf(linking)}
        </p>
        {linking.state === 'waiting' ? <Countdown remainingMs={linking.remainingMs} /> : null}
      </div>
      {linking.state === 'waiting' ? (
        <noscript>
          <p>
            {messages.noScript} <LinkButton href={addressOf('/account/chats')}>{messages.reload}</LinkButton>
          </p>
        </noscript>
      ) : null}
      <div className={accountStyles.row}>
        {linking.state === 'waiting' ? null : <MakeToken label={linking.state === 'linked' ? messages.linkAnother : messages.makeNew} />}
        <form method="post" action={ACTIONS.endLinking}>
          <Button type="submit">{linking.state === 'linked' ? messages.done : messages.cancel}</Button>
        </form>
      </div>
    </section>
  );
}

function MakeToken({ label }: { label: string }) {
  return (
    <form method="post" action={ACTIONS.linkChat}>
      <Button type="submit" variant="primary">
        {label}
      </Button>
    </form>
  );
}

function statusOf(linking: Linking): string {
  if (linking.state === 'waiting') return messages.waiting;
  if (linking.state === 'expired') return messages.expired;
  return linking.chatTitle === null ? messages.linkedUnnamed : messages.linked(linking.chatTitle);
}
