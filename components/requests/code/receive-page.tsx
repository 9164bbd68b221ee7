'use client';

import { useEffect, useRef, useState } from 'react';
import { receiveMessages as messages } from '#components/messages/receive';
import { requestMessages } from '#components/messages/request';
import { useAttention } from '#components/ui/attention';
import { useMinute } from '#components/ui/browser-facts';
import { Button } from '#components/ui/button';
import { Running } from '#components/ui/running';
import { keepJson, readFields, tabStorage } from '#components/ui/storage';
import { groupCode, parseCode } from '#lib/envelope/request-code';
import { formatUnit } from '#lib/locales/format.rules';
import { addressOf, linkTo } from '#lib/site/address.rules';
import { AnswerRow } from '../answer-row';
import styles from '../requests.module.css';
import { describeAskProblem } from '../secret-request.client';
import { useInboxes } from '../use-secret-requests';
import { askByCode, type CodeRequest } from './code.client';
import codeStyles from './code.module.css';

/** The tab keeps the code and the key of the inbox, so that both survive a reload. */
const STORAGE_KEY = 'sealpaste-receive';

function restore(): CodeRequest | null {
  const { requestId, inboxKey, code, expiresAt } = readFields(tabStorage(), STORAGE_KEY);
  if (typeof requestId !== 'string' || typeof inboxKey !== 'string' || typeof code !== 'string' || parseCode(code) !== code) return null;
  return typeof expiresAt === 'string' && !Number.isNaN(Date.parse(expiresAt)) ? { requestId, inboxKey, code, expiresAt } : null;
}

/** The page that shows a code, waits, and turns into the text that was sent to it. */
export function ReceivePage() {
  const [asked, setAsked] = useState<CodeRequest | null>(null);
  const [problem, setProblem] = useState('');
  const isMaking = useRef(false);
  const { rows, isStale, refresh } = useInboxes(asked ? [asked] : []);
  const [row] = rows;
  const [answer] = row?.answers ?? [];
  const isOver = row?.problem != null || (row?.request != null && row.request.state !== 'open');
  useAttention(answer?.state === 'created' ? 1 : 0, requestMessages.list.arrivedTitle(1));

  async function make(): Promise<void> {
    if (isMaking.current) return;
    isMaking.current = true;
    setAsked(null);
    setProblem('');
    try {
      const made = await askByCode();
      keepJson(tabStorage(), STORAGE_KEY, made);
      setAsked(made);
    } catch (error) {
      setProblem(describeAskProblem(error));
    } finally {
      isMaking.current = false;
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is there
  useEffect(() => {
    const kept = restore();
    if (kept) setAsked(kept);
    else void make();
  }, []);

  const again = <Button onClick={() => void make()}>{messages.again}</Button>;
  return (
    <main id="content" className="column">
      <Running noScript={requestMessages.list.noScript}>
        <div className={styles.requests}>
          <div>
            <h1>{messages.title}</h1>
            {answer ? null : <p className={styles.intro}>{messages.intro}</p>}
          </div>
          {row && answer ? (
            <>
              <ul>
                <AnswerRow
                  answer={answer}
                  number={1}
                  name={messages.title}
                  burnAfterRead={row.request?.burnAfterRead ?? true}
                  privateKey={row.privateKey}
                  opensAtOnce
                  onOpened={() => void refresh(row)}
                />
              </ul>
              <div>{again}</div>
            </>
          ) : (
            <>
              <div role="status" className={codeStyles.shown}>
                {problem !== '' ? null : isOver ? (
                  <p>{messages.expired}</p>
                ) : asked ? (
                  <ShownCode {...asked} />
                ) : (
                  <p className={styles.muted}>{messages.making}</p>
                )}
              </div>
              <p role="alert" className={problem ? 'box danger' : styles.problem}>
                {problem}
              </p>
              {isStale ? <p className={styles.muted}>{messages.silent}</p> : null}
              {isOver || problem ? <div>{again}</div> : null}
            </>
          )}
          <a href={addressOf('/send')}>{messages.send}</a>
        </div>
      </Running>
    </main>
  );
}

/** Shows a code large for eyes, and one digit after the other for screen readers. */
function ShownCode({ code, expiresAt }: CodeRequest) {
  const nowMs = useMinute();
  const minutes = Math.max(1, Math.floor((Date.parse(expiresAt) - (nowMs ?? Date.now())) / 60_000));
  return (
    <>
      <p className={codeStyles.code} dir="ltr" translate="no">
        <span aria-hidden>{groupCode(code)}</span>
        <span className="visually-hidden">{[...code].join(' ')}</span>
      </p>
      <p>
        {messages.where} <code dir="ltr">{linkTo('/send')}</code>
      </p>
      <p className={styles.muted}>{messages.lives(formatUnit(minutes, 'minute'))}</p>
    </>
  );
}
