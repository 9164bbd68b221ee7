import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import type { ReactNode } from 'react';
import { revealMessages } from '#components/messages/reveal';
import styles from './reveal.module.css';

interface RevealProps {
  /** The field's label. */
  name: string;
  isShown: boolean;
  onToggle: () => void;
  /** The field. */
  children: ReactNode;
}

/** Puts an eye into a secret's field, which shows or hides what is typed. */
export function Reveal({ name, isShown, onToggle, children }: RevealProps) {
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className={styles.frame} dir="ltr">
      {children}
      <button type="button" className={styles.eye} onClick={onToggle} aria-label={revealMessages[isShown ? 'hide' : 'show'](name)}>
        <Icon aria-hidden size={16} />
      </button>
    </div>
  );
}
