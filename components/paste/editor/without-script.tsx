import { editorMessages } from '#components/messages/editor';
import styles from './without-script.module.css';

/** What a browser without JavaScript shows instead of the form. */
export function WithoutScript({ baseUrl }: { baseUrl: string }) {
  return (
    <noscript>
      <div className={styles.notice}>
        <p>
          <strong>{editorMessages.noScriptTitle}</strong>
        </p>
        <p>{editorMessages.noScriptText}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre tabIndex={0}>
          <code>{`curl -T notes.md ${baseUrl}/\ncommand | curl -T - ${baseUrl}/`}</code>
        </pre>
      </div>
    </noscript>
  );
}
