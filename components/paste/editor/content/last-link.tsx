import { Link } from 'lucide-react';
import { editorMessages as messages } from '#components/messages/editor';
import { useBrowserFact } from '#components/ui/use-outside';
import { CREATED_FRAGMENT } from '../created/created-address';
import styles from '../editor.module.css';
import type { EditorStore } from '../store/editor.store';

export function LastLink({ store }: { store: EditorStore }) {
  const isKept = useBrowserFact(store.hasLink, false, store.subscribe);
  if (!isKept) return null;
  return (
    <p className={styles.lastLink}>
      <Link aria-hidden size={16} />
      <span>
        {messages.lastLink} <a href={CREATED_FRAGMENT}>{messages.showLastLink}</a>
      </span>
    </p>
  );
}
