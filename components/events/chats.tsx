'use client';

import accountStyles from '#components/account/account.module.css';
import { PageHead } from '#components/account/account-frame';
import { ChangeForm, Changing, ConfirmedChange } from '#components/account/change-form';
import { Dated } from '#components/account/when';
import { pageClient } from '#components/client/page.client';
import { chatsMessages as messages } from '#components/messages/chats';
import { noticeMessages } from '#components/messages/notice';
import { SubmitButton } from '#components/ui/button';
import { Check } from '#components/ui/field';
import { Section } from '#components/ui/section';
import { changeDestination, deleteDestination } from '#lib/client/operations.generated';
import type { LinkedChat } from '#lib/messenger/messenger.presenter';
import { MESSENGER_EVENTS, SLASH_COMMAND, TELEGRAM } from '#lib/messenger/messenger.rules';
import styles from './chats.module.css';
import { LinkChat, type LinkingWays, PLATFORM_NAMES } from './link-chat';

interface ChatsProps {
  chats: readonly LinkedChat[];
  ways: LinkingWays;
}

export function Chats({ chats, ways }: ChatsProps) {
  const { hasBot, slashPlatforms } = ways;
  const isOn = hasBot || slashPlatforms.length > 0;
  return (
    <>
      <PageHead title={messages.title}>
        {messages.text} {isOn ? messages.commandsHint(hasBot ? '/help' : `${SLASH_COMMAND} help`) : null}
      </PageHead>
      {hasBot ? null : <p className="box warning">{chats.some(isTelegram) ? messages.offButLinked : messages.off}</p>}
      {isOn ? <LinkChat ways={ways}>{hasBot && chats.length === 0 ? <Empty /> : null}</LinkChat> : null}
      <Changing>
        {chats.length === 0 ? null : (
          <Section id="linked-chats" title={messages.listTitle}>
            <ul className={accountStyles.list}>
              {chats.map((chat) => (
                <ChatRow key={chat.id} chat={chat} />
              ))}
            </ul>
          </Section>
        )}
      </Changing>
    </>
  );
}

const isTelegram = ({ platform }: LinkedChat) => platform === TELEGRAM;

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
      <ConfirmedChange
        onSend={() => pageClient.call(deleteDestination, { params: { id: String(id) } }).then(() => noticeMessages.done['chat-unlinked'])}
        problem={({ status }) => (status === 404 ? noticeMessages.failed['chat-gone'] : null)}
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
      <ChangeForm
        className={styles.settings}
        onSend={async (fields) => {
          const changes = {
            events: MESSENGER_EVENTS.filter((event) => fields[event] !== undefined),
            isActive: fields.isActive !== undefined,
          };
          await pageClient.call(changeDestination, { params: { id: String(id) }, body: changes });
          return noticeMessages.done['chat-saved'];
        }}
        problem={({ status }) => (status === 404 ? noticeMessages.failed['chat-gone'] : null)}
      >
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
      </ChangeForm>
    </>
  );
}
