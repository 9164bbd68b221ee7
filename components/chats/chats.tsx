import accountStyles from '#components/account/account.module.css';
import { PageHead } from '#components/account/account-frame';
import { chatsMessages as messages } from '#components/messages/chats';
import { RefreshWhile } from '#components/ui/refresh-while';
import { ChatRow } from './chat-row';
import styles from './chats.module.css';
import type { LinkedChat, Linking } from './chats-data';
import { LinkChat } from './link-chat';

interface ChatsProps {
  chats: readonly LinkedChat[];
  /** Whether the instance has a bot, without which nothing can be sent. */
  hasBot: boolean;
  /** null: this browser is linking no chat. */
  linking: Linking | null;
}

export function Chats({ chats, hasBot, linking }: ChatsProps) {
  return (
    <>
      <PageHead title={messages.title}>{messages.text}</PageHead>
      {hasBot ? <LinkChat linking={linking} /> : <p className="box warning">{chats.length === 0 ? messages.off : messages.offButLinked}</p>}
      <RefreshWhile isWaiting={linking?.state === 'waiting'} subject="linking" />
      {chats.length > 0 ? <ChatList chats={chats} /> : hasBot && linking === null ? <Empty /> : null}
    </>
  );
}

function ChatList({ chats }: { chats: readonly LinkedChat[] }) {
  return (
    <section aria-labelledby="linked-chats">
      <h2 id="linked-chats">{messages.listTitle}</h2>
      <ul className={accountStyles.list}>
        {chats.map((chat) => (
          <ChatRow key={chat.id} chat={chat} />
        ))}
      </ul>
    </section>
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
