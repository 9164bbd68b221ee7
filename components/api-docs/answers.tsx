import type { ShownOperation } from './api-docs.data';
import styles from './api-docs.module.css';

/** Statuses and what they mean. */
export function Answers({ answers }: { answers: ShownOperation['answers'] }) {
  return (
    <dl className={styles.answers}>
      {answers.map(({ status, description }) => (
        <div key={status}>
          <dt>{status}</dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  );
}
