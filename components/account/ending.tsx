import { noticeMessages } from '#components/messages/notice';
import type { ShownMade } from './account-data';
import { ConfirmedChange } from './change-form';
import { choiceOf, MadeList } from './made';

interface EndingProps {
  /** Ends the thing, and what was made with it or not. @throws ApiError */
  end: (made: 'keep' | 'delete') => Promise<unknown>;
  /** Things made with it. */
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
        return '';
      }}
      problem={({ status }) => (status === 404 ? said.gone : null)}
    >
      <MadeList made={made} />
    </ConfirmedChange>
  );
}
