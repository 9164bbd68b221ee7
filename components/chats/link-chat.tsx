import { CircleCheck } from 'lucide-react';
import { ACTIONS } from '#components/account/account.actions';
import accountStyles from '#components/account/account.module.css';
import { SeenOnce } from '#components/account/seen-once';
import { chatsTexts as texts } from '#components/messages/chats';
import { Button, LinkButton } from '#components/ui/button';
import type { Linking } from './chats.data';
import styles from './chats.module.css';
import { Countdown } from './countdown';
import { LinkingCode } from './linking-code';

/** Linking a chat, from the button to what came of it. */
export function LinkChat({ linking }: { linking: Linking | null }) {
  if (linking === null) {
    return (
      <div className={accountStyles.row}>
        <MakeToken label={texts.link} />
        <span className={accountStyles.muted}>{texts.linkHint}</span>
      </div>
    );
  }
  return (
    <section className={styles.linking} data-state={linking.state} aria-label={texts.linkingTitle}>
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
            {texts.noScript} <LinkButton href="/account/chats">{texts.reload}</LinkButton>
          </p>
        </noscript>
      ) : null}
      <div className={accountStyles.row}>
        {linking.state === 'waiting' ? null : <MakeToken label={linking.state === 'linked' ? texts.linkAnother : texts.makeNew} />}
        <form method="post" action={ACTIONS.endLinking}>
          <Button type="submit">{linking.state === 'linked' ? texts.done : texts.cancel}</Button>
        </form>
      </div>
    </section>
  );
}

function MakeToken({ label }: { label: string }) {
  return (
    <form method="post" action={ACTIONS.linkChat}>
      <Button type="submit" look="primary">
        {label}
      </Button>
    </form>
  );
}

function statusOf(linking: Linking): string {
  if (linking.state === 'waiting') return texts.waiting;
  if (linking.state === 'expired') return texts.expired;
  return linking.chatTitle === null ? texts.linkedUnnamed : texts.linked(linking.chatTitle);
}
