import { accountMessages } from '#components/messages/account';
import type { ShownMade } from './account.data';
import styles from './account.module.css';

const messages = accountMessages.made;

/** What a key, an identity or a session has made. */
export const madeWith = (made: readonly ShownMade[], id: string): readonly ShownMade[] => made.filter(({ makers }) => makers.includes(id));

/** The box by which it goes, too; none where there is nothing. */
export const choiceOf = (made: readonly ShownMade[]) =>
  made.length === 0 ? undefined : { name: 'withMade', label: messages.choice(made.length) };

/** Its names, before it goes. */
export function MadeList({ made }: { made: readonly ShownMade[] }) {
  if (made.length === 0) return null;
  return (
    <div className={styles.made}>
      <p>{messages.title}</p>
      <ul>
        {made.map(({ kind, name, makers }) => (
          <li key={`${kind} ${name} ${makers.join(' ')}`}>
            {messages.kinds[kind]}: <bdi translate="no">{name}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
