'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { commonMessages } from '#components/messages/common';
import { IconButton } from '#components/ui/icon-button';
import { nextTheme, type Theme, themeCookie } from './theme';

const ICONS = { system: Monitor, light: Sun, dark: Moon };

/** Switches between the three themes. The cookie tells the server the theme of the next page, so that the page doesn't flash. */
export function ThemeSwitch({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial);
  const Icon = ICONS[theme];

  function change(): void {
    const next = nextTheme(theme);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers yet
    document.cookie = themeCookie(next);
    document.documentElement.dataset.theme = next;
    setTheme(next);
  }

  const name = commonMessages.theme[theme];
  return (
    <IconButton label={`${commonMessages.theme.label}: ${name}`} title={name} icon={<Icon aria-hidden size={18} />} onClick={change} />
  );
}
