import { ACTIONS } from '#components/account/account.actions';
import accountStyles from '#components/account/account.module.css';
import { ConfirmedForm } from '#components/account/confirmed-form';
import { When } from '#components/account/when';
import { chatsTexts as texts } from '#components/messages/chats';
import { Button } from '#components/ui/button';
import { MESSENGER_EVENTS } from '#lib/messenger/messenger.rules';
import type { LinkedChat } from './chats.data';
import styles from './chats.module.css';

/** A chat, what it is told, and the way out. */
export function ChatRow({ chat }: { chat: LinkedChat }) {
  const { id, isPrivate, isActive, isBlocked } = chat;
  const title = chat.title || texts.untitled(chat.chatId);
  return (
    <li className={styles.chat}>
      <h3>{title}</h3>
      <p className={accountStyles.facts}>
        <span className={isActive ? styles.active : styles.inactive}>
          {isActive ? texts.active : isBlocked ? texts.blocked : texts.paused}
        </span>
        <span>{isPrivate ? texts.privateChat : texts.group}</span>
        <span>
          {texts.linkedSince} <When time={chat.createdAt} />
        </span>
      </p>
      <form method="post" action={ACTIONS.changeChat} className={styles.settings}>
        <input type="hidden" name="destinationId" value={id} />
        <fieldset className={styles.events} aria-label={texts.tellWhenOf(title)}>
          <legend>{texts.tellWhen}</legend>
          {MESSENGER_EVENTS.map((event) => (
            <Choice key={event} name={event} isChosen={chat.events.includes(event)} label={texts.events[event]} />
          ))}
        </fieldset>
        <Choice name="isActive" isChosen={isActive} label={texts.isActive} />
        {isBlocked ? <p className={accountStyles.muted}>{texts.blockedHint}</p> : null}
        <Button type="submit" aria-label={texts.saveOf(title)}>
          {texts.save}
        </Button>
      </form>
      <ConfirmedForm
        action={ACTIONS.unlinkChat}
        field={{ name: 'destinationId', value: id }}
        texts={{ open: texts.unlink, openLabel: texts.unlinkOf(title), confirm: texts.confirmUnlink, hint: texts.unlinkHint }}
      />
    </li>
  );
}

function Choice({ name, isChosen, label }: { name: string; isChosen: boolean; label: string }) {
  return (
    <label className={styles.choice}>
      <input type="checkbox" name={name} defaultChecked={isChosen} />
      {label}
    </label>
  );
}
