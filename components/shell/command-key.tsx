'use client';

import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { commonMessages } from '#components/messages/common';
import { lazyPart } from '#components/ui/lazy-part';
import styles from './shell.module.css';

/** The page stays as it is when the list doesn't come, as without a network. */
const Nothing = () => null;
const CommandList = lazyPart(async () => (await import('#components/commands/command-list')).CommandList, Nothing);

interface CommandKeyProps {
  isSignedIn: boolean;
  links: readonly { label: string; href: string }[];
}

/** The button and the key (Ctrl or ⌘ K) that open the list of everything one can do. The list's code loads then. */
export function CommandKey(host: CommandKeyProps) {
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 'k' || event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      // A dialog that is open keeps the keys.
      if (!document.querySelector('dialog[open]')) setOpen(true);
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  return (
    <>
      <button
        type="button"
        className={`for-keyboards ${styles.iconButton}`}
        onClick={() => setOpen(true)}
        aria-label={commonMessages.commands}
        aria-keyshortcuts="Control+K Meta+K"
        title={commonMessages.commands}
      >
        <Search aria-hidden size={18} />
      </button>
      {isOpen ? <CommandList {...host} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
