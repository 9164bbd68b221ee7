import { accountMessages } from '#components/messages/account';
import styles from './account.module.css';
import type { ShownMade } from './account-data';

const messages = accountMessages.made;

/** Returns the things made with a key, an identity or a session. */
export const madeWith = (made: readonly ShownMade[], id: string): readonly ShownMade[] => made.filter(({ makers }) => makers.includes(id));

/** The checkbox that removes these things too; undefined when there are none. */
export const choiceOf = (made: readonly ShownMade[]) =>
  made.length === 0 ? undefined : { name: 'withMade', label: messages.choice(made.length) };

/** Lists the names of things that may be removed. */
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
