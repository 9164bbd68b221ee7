import { webhookMessages as messages } from '#components/messages/webhooks';
import type { DeliveryStatus } from './webhooks.data';
import styles from './webhooks.module.css';

export function StatusBadge({ status }: { status: DeliveryStatus }) {
  return <strong className={`${styles.badge} ${styles[status]}`}>{messages.statuses[status]}</strong>;
}
