import styles from './api-docs.module.css';
import type { ShownOperation } from './api-docs-data';
import { Prose } from './prose';

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
