import styles from './account.module.css';

export function Command({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className={styles.command} tabIndex={0}>
      <code>{children}</code>
    </pre>
  );
}
