import accountStyles from '#components/account/account.module.css';
import { ActionForm } from '#components/account/action-form';
import { ConfirmedForm } from '#components/account/confirmed-form';
import { Dated } from '#components/account/when';
import { chatsMessages as messages } from '#components/messages/chats';
import { Button } from '#components/ui/button';
import { Check } from '#components/ui/check';
import { MESSENGER_EVENTS } from '#lib/messenger/messenger.rules';
import styles from './chats.module.css';
import type { LinkedChat } from './chats-data';

export function ChatRow({ chat }: { chat: LinkedChat }) {
  const { id, isPrivate, isActive, isBlocked } = chat;
  const title = chat.title || messages.untitled(chat.chatId);
  return (
    <li className={styles.chat}>
      <h3>{title}</h3>
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
        <Button type="submit" aria-label={messages.saveOf(title)}>
          {messages.save}
        </Button>
      </ActionForm>
      <ConfirmedForm
        action="unlink-chat"
        fields={{ destinationId: id }}
        label={messages.unlinkOf(title)}
        messages={{ open: messages.unlink, confirm: messages.confirmUnlink, hint: messages.unlinkHint }}
      />
    </li>
  );
}
