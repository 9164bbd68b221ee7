import CircleCheck from 'lucide-react/icons/circle-check';
import Send from 'lucide-react/icons/send';
import Users from 'lucide-react/icons/users';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import accountStyles from '#components/account/account.module.css';
import { Said } from '#components/account/change-form';
import { pageClient } from '#components/client/page.client';
import { useChange } from '#components/client/use-change';
import { chatsMessages as messages } from '#components/messages/chats';
import { noticeMessages } from '#components/messages/notice';
import { usePolled } from '#components/paste/receipt/use-poll';
import { Button, LinkButton, SubmitButton } from '#components/ui/button';
import { CopyField } from '#components/ui/copy-field';
import { QrCode } from '#components/ui/qr-code';
import type { ApiProblem } from '#lib/client/api-problem';
import { createLinkingToken, readLinking, withdrawLinkingToken } from '#lib/client/operations.generated';
import { type Platform, SLASH_COMMAND, type SlashPlatform } from '#lib/messenger/messenger.rules';
import type { LinkingJson } from '#lib/messenger/messenger.schema';
import styles from './chats.module.css';

const MINUTE_MS = 60_000;

/** Proper names, the same in every language. */
export const PLATFORM_NAMES: Record<Platform, string> = {
  telegram: 'Telegram',
  slack: 'Slack',
  discord: 'Discord',
  mattermost: 'Mattermost',
};

export interface LinkingWays {
  /** Whether it has a Telegram bot, without which no messages are sent. */
  hasBot: boolean;
  /** The bot's name without @; null when it isn't known, so that there is no link to the bot. */
  botName: string | null;
  slashPlatforms: readonly SlashPlatform[];
}

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
  usePolled(isWaiting && token !== undefined ? [{ id: token }] : [], {
    ask: ({ id }) => pageClient.call(readLinking, { body: { token: id } }),
    isOver: ({ state }) => state !== 'waiting',
    onNews(id, now) {
      if (now.state === 'waiting' || linking?.token !== id) return;
      setLinking({ ...linking, ...now });
      void run(async () => '');
    },
  });

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

interface LinkingCodeProps {
  token: string;
  ways: LinkingWays;
}

function LinkingCode({ token, ways: { hasBot, botName, slashPlatforms } }: LinkingCodeProps) {
  return (
    <div className={styles.ways}>
      {hasBot ? <TelegramWays token={token} botName={botName} /> : null}
      {slashPlatforms.length === 0 ? null : (
        <div className={styles.way}>
          {slashPlatforms.map((platform) => (
            <CopyField
              key={platform}
              label={messages.sendIn(PLATFORM_NAMES[platform])}
              copyLabel={messages.copyCommand}
              value={`${SLASH_COMMAND} link ${platform === 'discord' ? 'token:' : ''}${token}`}
            />
          ))}
        </div>
      )}
    </div>
  );
}

function TelegramWays({ token, botName }: { token: string; botName: string | null }) {
  const address = botName === null ? null : `https://t.me/${botName}`;
  const link = `${address}?start=${token}`;
  return (
    <>
      <div className={styles.way}>
        {address === null ? null : (
          <>
            <h2>{messages.onThisDevice}</h2>
            <div className={`row ${styles.links}`}>
              <LinkButton variant="primary" href={link} target="_blank" rel="noreferrer" icon={Send}>
                {messages.open}
              </LinkButton>
              <LinkButton href={`${address}?startgroup=${token}`} target="_blank" rel="noreferrer" icon={Users}>
                {messages.addToGroup}
              </LinkButton>
            </div>
          </>
        )}
        <CopyField
          label={address === null ? messages.send : messages.orSend}
          copyLabel={messages.copyCommand}
          value={`/link ${token}`}
          hint={botName === null ? messages.sendToUnnamed : messages.sendTo(botName)}
        />
      </div>
      {address === null ? null : (
        <div className={`needs-script ${styles.scan}`}>
          <h2>{messages.scan}</h2>
          <QrCode text={link} label={messages.qrLabel} />
        </div>
      )}
    </>
  );
}

const SECOND_MS = 1_000;

export function Countdown({ remainingMs, onEnd }: { remainingMs: number; onEnd: () => void }) {
  const end = useEffectEvent(onEnd);
  const [leftMs, setLeftMs] = useState(remainingMs);

  useEffect(() => {
    const endsAt = performance.now() + remainingMs;
    const tick = () => {
      const left = Math.max(0, endsAt - performance.now());
      setLeftMs(left);
      if (left > 0) return;
      clearInterval(timer);
      end();
    };
    const timer = setInterval(tick, SECOND_MS);
    return () => clearInterval(timer);
  }, [remainingMs]);

  return (
    <span role="timer" className={`needs-script ${styles.countdown}`}>
      {messages.left(formatLeft(leftMs))}
    </span>
  );
}

/** `14:05` */
function formatLeft(ms: number): string {
  const seconds = Math.ceil(ms / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
