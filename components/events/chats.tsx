import { CircleCheck } from 'lucide-react';
import accountStyles from '#components/account/account.module.css';
import { PageHead } from '#components/account/account-frame';
import { ActionButton, ActionForm, ConfirmedForm } from '#components/account/action-form';
import { SeenOnce } from '#components/account/seen-once';
import { Dated } from '#components/account/when';
import { chatsMessages as messages } from '#components/messages/chats';
import { LinkButton, SubmitButton } from '#components/ui/button';
import { Check } from '#components/ui/field';
import { RefreshWhile } from '#components/ui/refresh-while';
import { Section } from '#components/ui/section';
import type { LinkedChat } from '#lib/messenger/messenger.presenter';
import { MESSENGER_EVENTS, SLASH_COMMAND, TELEGRAM } from '#lib/messenger/messenger.rules';
import { addressOf } from '#lib/site/address.rules';
import styles from './chats.module.css';
import { type Linking, type LinkingWays, PLATFORM_NAMES } from './chats-data';
import { Countdown, LinkingCode } from './linking-code';

interface ChatsProps {
  chats: readonly LinkedChat[];
  ways: LinkingWays;
  /** null: this browser is linking no chat. */
  linking: Linking | null;
}

export function Chats({ chats, ways, linking }: ChatsProps) {
  const { hasBot, slashPlatforms } = ways;
  const isOn = hasBot || slashPlatforms.length > 0;
  return (
    <>
      <PageHead title={messages.title}>
        {messages.text} {isOn ? messages.commandsHint(hasBot ? '/help' : `${SLASH_COMMAND} help`) : null}
      </PageHead>
      {hasBot ? null : <p className="box warning">{chats.some(isTelegram) ? messages.offButLinked : messages.off}</p>}
      {isOn ? <LinkChat linking={linking} ways={ways} /> : null}
      <RefreshWhile isWaiting={linking?.state === 'waiting'} subject="linking" />
      {chats.length > 0 ? <ChatList chats={chats} /> : hasBot && linking === null ? <Empty /> : null}
    </>
  );
}

const isTelegram = ({ platform }: LinkedChat) => platform === TELEGRAM;

function ChatList({ chats }: { chats: readonly LinkedChat[] }) {
  return (
    <Section id="linked-chats" title={messages.listTitle}>
      <ul className={accountStyles.list}>
        {chats.map((chat) => (
          <ChatRow key={chat.id} chat={chat} />
        ))}
      </ul>
    </Section>
  );
}

function Empty() {
  return (
    <div className={accountStyles.teach}>
      <h2>{messages.emptyTitle}</h2>
      <ol className={styles.steps}>
        {messages.emptySteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  );
}

function ChatRow({ chat }: { chat: LinkedChat }) {
  const { id, platform } = chat;
  const title = chat.title || messages.untitled(chat.chatId);
  return (
    <li className={styles.chat}>
      <h3>
        <bdi>{title}</bdi>
      </h3>
      {isTelegram(chat) ? (
        <ToldChat chat={chat} title={title} />
      ) : (
        <>
          <p className={accountStyles.facts}>
            <span>{PLATFORM_NAMES[platform]}</span>
            <Dated label={messages.linkedSince} time={chat.createdAt} />
          </p>
          <p className={accountStyles.muted}>{messages.commandsOnly}</p>
        </>
      )}
      <ConfirmedForm
        action="unlink-chat"
        fields={{ destinationId: id }}
        label={messages.unlinkOf(title)}
        messages={{ open: messages.unlink, confirm: messages.confirmUnlink, hint: messages.unlinkHint }}
      />
    </li>
  );
}

/** The state and the settings of a chat that gets messages. */
function ToldChat({ chat, title }: { chat: LinkedChat; title: string }) {
  const { id, isPrivate, isActive, isBlocked } = chat;
  return (
    <>
      <p className={accountStyles.facts}>
        <span className={isActive ? 'success' : 'warning'}>
          {isActive ? messages.active : isBlocked ? messages.blocked : messages.paused}
        </span>
        <span>{isPrivate ? messages.privateChat : messages.group}</span>
        <Dated label={messages.linkedSince} time={chat.createdAt} />
      </p>
      <ActionForm action="change-chat" fields={{ destinationId: id }} className={styles.settings}>
        <fieldset className={styles.events} aria-label={messages.tellWhenOf(title)}>
          <legend>{messages.tellWhen}</legend>
          {MESSENGER_EVENTS.map((event) => (
            <Check key={event} className={styles.choice} name={event} defaultChecked={chat.events.includes(event)}>
              {messages.events[event]}
            </Check>
          ))}
        </fieldset>
        <Check className={styles.choice} name="isActive" defaultChecked={isActive}>
          {messages.isActive}
        </Check>
        {isBlocked ? <p className={accountStyles.muted}>{messages.blockedHint}</p> : null}
        <SubmitButton aria-label={messages.saveOf(title)}>{messages.save}</SubmitButton>
      </ActionForm>
    </>
  );
}

function LinkChat({ linking, ways }: { linking: Linking | null; ways: LinkingWays }) {
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
      {linking.state === 'waiting' ? (
        <LinkingCode token={linking.token} botName={linking.botName} ways={ways} />
      ) : (
        <SeenOnce action="end-linking" />
      )}
      <div className={styles.outcome}>
        {/* A live region that stays, so that screen readers announce each new status. */}
        <p role="status" className={styles.status}>
          {linking.state === 'linked' ? <CircleCheck aria-hidden size={20} /> : null}
          <span>{statusOf(linking)}</span>
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
