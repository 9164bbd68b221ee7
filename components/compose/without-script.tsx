import { composeTexts } from '../text/compose';
import styles from './without-script.module.css';

/** What a browser without JavaScript can't do here, and what can be done instead. */
export function WithoutScript({ apiUrl }: { apiUrl: string }) {
  return (
    <noscript>
      <div className={styles.notice}>
        <p>
          <strong>{composeTexts.noScriptTitle}</strong>
        </p>
        <p>{composeTexts.noScriptText}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre tabIndex={0}>
          <code>{`curl -s ${apiUrl} -H 'Content-Type: application/json' \\\n  -d '{"content": "hello", "ttlSeconds": 604800}'`}</code>
        </pre>
      </div>
    </noscript>
  );
}
