import { CircleCheck } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import accountStyles from '#components/account/account.module.css';
import { Said } from '#components/account/change-form';
import { pageClient } from '#components/client/page.client';
import { useChange } from '#components/client/use-change';
import { chatsMessages as messages } from '#components/messages/chats';
import { noticeMessages } from '#components/messages/notice';
import { usePoll } from '#components/paste/receipt/use-poll';
import { Button, SubmitButton } from '#components/ui/button';
import type { ApiProblem } from '#lib/client/api-problem';
import { createLinkingToken, readLinking, withdrawLinkingToken } from '#lib/client/operations.generated';
import type { LinkingJson } from '#lib/messenger/messenger.schema';
import styles from './chats.module.css';
import type { LinkingWays } from './chats-data';
import { Countdown, LinkingCode } from './linking-code';

const MINUTE_MS = 60_000;

/** A token that the page has made, which is in no other place. */
interface Linking extends LinkingJson {
  token: string;
  lifetimeMs: number;
}

/** Makes a token that links a chat, and says what becomes of it. @param children shown while nothing is linked */
export function LinkChat({ ways, children }: { ways: LinkingWays; children: ReactNode }) {
  const [linking, setLinking] = useState<Linking | null>(null);
  const { isPending, outcome, run } = useChange();
  const isWaiting = linking?.state === 'waiting';

  const token = linking?.token;
  usePoll(
    useMemo(() => (isWaiting && token !== undefined ? [{ id: token }] : []), [isWaiting, token]),
    {
      ask: ({ id }) => pageClient.call(readLinking, { body: { token: id } }),
      onResponse: (id, now) => {
        if (now.state === 'waiting' || linking?.token !== id) return;
        setLinking({ ...linking, ...now });
        void run(async () => '');
      },
      onSilence: () => undefined,
    },
  );

  async function withdraw(): Promise<void> {
    if (linking !== null && isWaiting) await pageClient.call(withdrawLinkingToken, { body: { token: linking.token } });
    setLinking(null);
  }

  async function make(): Promise<void> {
    await withdraw();
    const made = await pageClient.call(createLinkingToken, {});
    setLinking({ state: 'waiting', chatTitle: null, token: made.token, lifetimeMs: made.expiresInMinutes * MINUTE_MS });
  }

  const makeButton = (label: string) => (
    // A submit button shows until the program runs that it does nothing yet.
    <SubmitButton variant="primary" aria-disabled={isPending} onClick={() => void run(make)}>
      {label}
    </SubmitButton>
  );
  const said = <Said outcome={outcome} problem={describe} />;

  if (linking === null) {
    return (
      <>
        <div className={accountStyles.row}>
          {makeButton(messages.link)}
          <span className={accountStyles.muted}>{messages.linkHint}</span>
        </div>
        {said}
        {children}
      </>
    );
  }
  return (
    <section className={styles.linking} data-state={linking.state} aria-label={messages.linkingTitle}>
      {isWaiting ? <LinkingCode token={linking.token} ways={ways} /> : null}
      <div className={styles.outcome}>
        {/* A live region that stays, so that screen readers announce each new status. */}
        <p role="status" className={styles.status}>
          {linking.state === 'linked' ? <CircleCheck aria-hidden size={20} /> : null}
          <span>{statusOf(linking)}</span>
        </p>
        {isWaiting ? (
          <Countdown key={linking.token} remainingMs={linking.lifetimeMs} onEnd={() => setLinking({ ...linking, state: 'expired' })} />
        ) : null}
      </div>
      <div className={accountStyles.row}>
        {isWaiting ? null : makeButton(linking.state === 'linked' ? messages.linkAnother : messages.makeNew)}
        <Button aria-disabled={isPending} onClick={() => void run(withdraw)}>
          {linking.state === 'linked' ? messages.done : messages.cancel}
        </Button>
      </div>
      {said}
    </section>
  );
}

function statusOf({ state, chatTitle }: Linking): string {
  if (state === 'waiting') return messages.waiting;
  if (state === 'expired') return messages.expired;
  return chatTitle === null ? messages.linkedUnnamed : messages.linked(chatTitle);
}

function describe({ code }: ApiProblem): string | null {
  if (code === 'too_many_chats') return noticeMessages.failed['too-many-chats'];
  return code === 'too_many_linking_tokens' ? noticeMessages.failed['too-many-tokens'] : null;
}
