import styles from './scrolling-code.module.css';

export function ScrollingCode({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className={styles.frame} tabIndex={0}>
      <code>{children}</code>
    </pre>
  );
}
