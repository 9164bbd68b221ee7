import { answerMessages as messages } from '#components/messages/answer';
import styles from './answer.module.css';

/** What a browser without JavaScript shows instead of the field. */
export function WithoutScript() {
  return (
    <noscript>
      <div className={styles.warning}>
        <p>
          <strong>{messages.noScriptTitle}</strong>
        </p>
        <p>{messages.noScript}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre tabIndex={0}>
          <code>{'sealpaste answer LINK < secret.txt'}</code>
        </pre>
      </div>
    </noscript>
  );
}
