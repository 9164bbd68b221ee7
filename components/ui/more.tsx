import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './more.module.css';

interface MoreProps {
  id: string;
  label: string;
  isOpen: boolean;
  onToggle: () => void;
  /** Stays in the document while it is hidden. */
  children: ReactNode;
}

export function More({ id, label, isOpen, onToggle, children }: MoreProps) {
  const content = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);

  // Scrolls to the content that somebody asked for: a bar may cover it.
  useEffect(() => {
    if (isOpen && isPressed.current) content.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);

  function toggle(): void {
    isPressed.current = true;
    onToggle();
  }

  return (
    <>
      <button type="button" className={styles.button} aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
        {label}
        <ChevronDown aria-hidden size={16} />
      </button>
      <div ref={content} id={id} className={styles.content} hidden={!isOpen}>
        {children}
      </div>
    </>
  );
}
