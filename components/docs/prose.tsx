import styles from './api-docs.module.css';
import type { ShownOperation } from './api-docs-data';

/** Renders a description from the OpenAPI document, with text between backticks as code. */
export function Prose({ text }: { text: string }) {
  const parts = text.split('`').map((part, at) => ({ part, at, isCode: at % 2 === 1 }));
  return parts.map(({ part, at, isCode }) => (isCode ? <code key={at}>{part}</code> : part));
}

export function ResponseList({ responses }: { responses: ShownOperation['responses'] }) {
  return (
    <dl className={styles.responses}>
      {responses.map(({ status, description }) => (
        <div key={status}>
          <dt>{status}</dt>
          <dd>
            <Prose text={description} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
