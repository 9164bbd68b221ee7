import { formatTime } from '#components/messages/format';
import { manageMessages as messages } from '#components/messages/manage';
import { ExtendForm } from './extend-form';
import styles from './manage.module.css';

interface ExtendPanelProps {
  expiresAt: string | null;
  isWorking: boolean;
  isExtended: boolean;
  onExtend: (ttlSeconds: number) => void;
}

export function ExtendPanel({ expiresAt, isWorking, isExtended, onExtend }: ExtendPanelProps) {
  return (
    <section className={styles.panel}>
      <h2>{messages.extendTitle}</h2>
      {expiresAt === null ? <p>{messages.extendsNever}</p> : <ExtendForm isWorking={isWorking} onExtend={onExtend} />}
      <p role="status" className={styles.success}>
        {isExtended && expiresAt !== null ? messages.extended(formatTime(new Date(expiresAt))) : ''}
      </p>
    </section>
  );
}
