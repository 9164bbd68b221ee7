import { CircleCheck } from 'lucide-react';
import accountStyles from '#components/account/account.module.css';
import { ActionButton } from '#components/account/action-form';
import { SeenOnce } from '#components/account/seen-once';
import { chatsMessages as messages } from '#components/messages/chats';
import { LinkButton } from '#components/ui/button';
import { addressOf } from '#lib/site/address.rules';
import styles from './chats.module.css';
import type { Linking } from './chats-data';
import { Countdown } from './countdown';
import { LinkingCode } from './linking-code';

export function LinkChat({ linking }: { linking: Linking | null }) {
  if (linking === null) {
    return (
      <div className={accountStyles.row}>
        <ActionButton action="link-chat" variant="primary">
          {messages.link}
        </ActionButton>
        <span className={accountStyles.muted}>{messages.linkHint}</span>
      </div>
    );
  }
  return (
    <section className={styles.linking} data-state={linking.state} aria-label={messages.linkingTitle}>
      {linking.state === 'waiting' ? <LinkingCode token={linking.token} botName={linking.botName} /> : <SeenOnce action="end-linking" />}
      <div className={styles.outcome}>
        {/* A live region that stays, so that screen readers announce each new status. */}
        <p role="status" className={styles.status}>
          {linking.state === 'linked' ? <CircleCheck aria-hidden size={20} /> : null}
          {statusOf(linking)}
        </p>
        {linking.state === 'waiting' ? <Countdown remainingMs={linking.remainingMs} /> : null}
      </div>
      {linking.state === 'waiting' ? (
        <noscript>
          <p className={accountStyles.muted}>
            {messages.noScript} <LinkButton href={addressOf('/account/chats')}>{messages.reload}</LinkButton>
          </p>
        </noscript>
      ) : null}
      <div className={accountStyles.row}>
        {linking.state === 'waiting' ? null : (
          <ActionButton action="link-chat" variant="primary">
            {linking.state === 'linked' ? messages.linkAnother : messages.makeNew}
          </ActionButton>
        )}
        <ActionButton action="end-linking">{linking.state === 'linked' ? messages.done : messages.cancel}</ActionButton>
      </div>
    </section>
  );
}

function statusOf(linking: Linking): string {
  if (linking.state === 'waiting') return messages.waiting;
  if (linking.state === 'expired') return messages.expired;
  return linking.chatTitle === null ? messages.linkedUnnamed : messages.linked(linking.chatTitle);
}
