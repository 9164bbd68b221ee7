import { apiDocsMessages as messages } from '#components/messages/api-docs';
import { formatBytes } from '#components/messages/format';
import styles from './api-docs.module.css';
import { MAX_SHOWN_CHARACTERS, type SentResponse } from './send-request';

export function ResponsePanel({ response: { status, statusText, durationMs, headers, body, bodyCharacters } }: { response: SentResponse }) {
  return (
    <section className={styles.response} aria-labelledby="response">
      <h2 id="response">{messages.response}</h2>
      <p>
        <strong className={status < 400 ? styles.good : styles.bad}>
          {status} {statusText}
        </strong>{' '}
        {durationMs} ms
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={styles.output} tabIndex={0}>
        <code>{headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</code>
      </pre>
      {body === '' ? (
        <p>{messages.noBody}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre className={styles.output} tabIndex={0}>
          <code>{body}</code>
        </pre>
      )}
      {bodyCharacters > MAX_SHOWN_CHARACTERS ? <p>{messages.cut(formatBytes(MAX_SHOWN_CHARACTERS), formatBytes(bodyCharacters))}</p> : null}
    </section>
  );
}
