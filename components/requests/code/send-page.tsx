'use client';

import { useRef, useState } from 'react';
import { sendMessages as messages } from '#components/messages/send';
import { restoreDraft } from '#components/paste/editor/model/draft-storage';
import { useIsRunning } from '#components/ui/browser-facts';
import { TextField } from '#components/ui/field';
import { Running } from '#components/ui/running';
import { tabStorage } from '#components/ui/storage';
import { addressOf } from '#lib/site/address.rules';
import { AnswerForm } from '../answer/answer-form';
import { type SentAnswer, SentScreen } from '../answer/sent-answers';
import styles from '../requests.module.css';
import { type FoundByCode, findByCode } from './code.client';
import codeStyles from './code.module.css';

/** The fragment with which the editor leads here: its text comes along. */
const WITH_DRAFT = '#draft';

/** The page that sends a text to whoever shows a code. */
export function SendPage() {
  const isRunning = useIsRunning();
  const [isChecking, setChecking] = useState(false);
  const [sent, setSent] = useState<SentAnswer | null>(null);
  const found = useRef<{ typed: string; request: FoundByCode } | null>(null);

  /** A code that was checked isn't asked for again: the answer may have arrived, and then has closed the request. */
  async function find(typed: string): Promise<FoundByCode> {
    if (found.current?.typed !== typed) {
      try {
        found.current = { typed, request: await findByCode(typed, () => setChecking(true)) };
      } finally {
        setChecking(false);
      }
    }
    return found.current.request;
  }

  if (sent && found.current) return <SentScreen requestId={found.current.request.requestId} answers={[sent]} onAnother={null} to="code" />;
  return (
    <main id="content" className="column">
      <Running>
        <div className={styles.requests}>
          <div>
            <h1>{messages.title}</h1>
            <p className={styles.intro}>{messages.intro}</p>
          </div>
          <AnswerForm
            // The page is a file of the build, and learns what is in its tab only here.
            key={String(isRunning)}
            find={find}
            text={isRunning && location.hash === WITH_DRAFT ? (restoreDraftHere() ?? '') : ''}
            fields={[]}
            hint={messages.hint}
            onSent={setSent}
          >
            {({ isSending, isWrong, onTo }) => (
              <TextField
                id="code"
                label={messages.code}
                hint={messages.codeHint}
                className={codeStyles.typed}
                dir="ltr"
                autoCapitalize="characters"
                readOnly={isSending}
                aria-invalid={isWrong || undefined}
                onChange={(event) => onTo(event.target.value)}
              />
            )}
          </AnswerForm>
          <p role="status" className={styles.muted}>
            {isChecking ? messages.checking : ''}
          </p>
          <a href={addressOf('/receive')}>{messages.receive}</a>
        </div>
      </Running>
    </main>
  );
}

function restoreDraftHere(): string | null {
  const storage = tabStorage();
  return storage && (restoreDraft(storage)?.text ?? null);
}
