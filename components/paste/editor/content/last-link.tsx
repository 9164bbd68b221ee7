import { Link } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { editorMessages as messages } from '#components/messages/editor';
import { CREATED_FRAGMENT } from '../created/created-address';
import styles from '../editor.module.css';
import type { EditorStore } from '../store/editor-store';

export function LastLink({ store }: { store: EditorStore }) {
  const isKept = useSyncExternalStore(store.subscribe, store.hasLink, serverKnowsNothing);
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

const serverKnowsNothing = () => false;
