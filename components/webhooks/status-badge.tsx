import { webhookMessages as messages } from '#components/messages/webhooks';
import styles from './webhooks.module.css';
import type { DeliveryStatus } from './webhooks-data';

export function StatusBadge({ status }: { status: DeliveryStatus }) {
  return <strong className={`${styles.badge} ${styles[status]}`}>{messages.statuses[status]}</strong>;
}
