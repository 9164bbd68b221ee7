import { accountMessages } from '#components/messages/account';
import { noticeMessages } from '#components/messages/notice';
import styles from './account.module.css';
import type { ShownMade } from './account-data';
import { ConfirmedChange } from './change-form';

const messages = accountMessages.made;

export const madeWith = (made: readonly ShownMade[], id: string): readonly ShownMade[] => made.filter(({ makers }) => makers.includes(id));

/** The checkbox that removes these things too; undefined when there are none. */
const choiceOf = (made: readonly ShownMade[]) =>
  made.length === 0 ? undefined : { name: 'withMade', label: messages.choice(made.length) };

function MadeList({ made }: { made: readonly ShownMade[] }) {
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

interface EndingProps {
  /** Ends the thing, and what was made with it or not. @throws ApiError */
  end: (made: 'keep' | 'delete') => Promise<unknown>;
  made: readonly ShownMade[];
  /** Whether the thing itself has ended, so that only what was made with it is left. */
  isRest?: boolean;
  /** The sentences about the thing alone. */
  said: { done: string; gone: string };
  /** Gets the sentence, since the row may vanish with the thing. */
  onEnded: (sentence: string) => void;
  label?: string;
  messages: { open: string; confirm: string; hint: string };
}

/** Ends a key, an identity or a session. */
export function Ending({ end, made, isRest = false, said, onEnded, ...shown }: EndingProps) {
  return (
    <ConfirmedChange
      {...shown}
      choice={isRest ? undefined : choiceOf(made)}
      onSend={async ({ withMade }) => {
        const isAll = isRest || withMade !== undefined;
        await end(isAll ? 'delete' : 'keep');
        onEnded(isAll ? noticeMessages.done['made-gone'] : said.done);
      }}
      problem={({ status }) => (status === 404 ? said.gone : null)}
    >
      <MadeList made={made} />
    </ConfirmedChange>
  );
}
