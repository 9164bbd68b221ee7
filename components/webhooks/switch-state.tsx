import { webhookMessages as messages } from '#components/messages/webhooks';
import styles from './webhooks.module.css';

export function SwitchState({ isActive }: { isActive: boolean }) {
  return (
    <strong className={`${styles.badge} ${isActive ? styles.delivered : styles.cancelled}`}>{isActive ? messages.on : messages.off}</strong>
  );
}
