'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import { useEffect, useState } from 'react';
import { commonMessages } from '#components/messages/common';
import styles from './shell.module.css';
import { nextTheme, parseTheme, type Theme, themeCookie } from './theme';

const ICONS = { system: Monitor, light: Sun, dark: Moon };

/** Switches between the three themes. The cookie tells the server the theme of the next page, so that the page doesn't flash. @param initial null: the document's */
export function ThemeSwitch({ initial }: { initial: Theme | null }) {
  const [theme, setTheme] = useState(initial ?? 'system');
  useEffect(() => {
    if (initial === null) setTheme(parseTheme(document.documentElement.dataset.theme));
  }, [initial]);
  const Icon = ICONS[theme];

  function change(): void {
    const next = nextTheme(theme);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers yet
    document.cookie = themeCookie(next);
    document.documentElement.dataset.theme = next;
    setTheme(next);
  }

  return (
    <button
      type="button"
      className={styles.iconButton}
      onClick={change}
      aria-label={`${commonMessages.theme.label}: ${commonMessages.theme[theme]}`}
      title={commonMessages.theme[theme]}
    >
      <Icon aria-hidden size={18} />
    </button>
  );
}
