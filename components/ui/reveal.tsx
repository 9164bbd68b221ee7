import { Eye, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { revealMessages } from '#components/messages/reveal';
import styles from './reveal.module.css';

interface RevealProps {
  isShown: boolean;
  onToggle: () => void;
  /** The field. */
  children: ReactNode;
}

/** Puts an eye into a password's field, which shows or hides what is typed. */
export function Reveal({ isShown, onToggle, children }: RevealProps) {
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className={styles.frame} dir="ltr">
      {children}
      <button type="button" className={styles.eye} onClick={onToggle} aria-label={isShown ? revealMessages.hide : revealMessages.show}>
        <Icon aria-hidden size={16} />
      </button>
    </div>
  );
}
