'use client';

import { useEffect, useState } from 'react';
import { commonMessages } from '#components/messages/common';
import { keepChoice, THEME_COOKIE } from './choice-cookies';
import styles from './shell.module.css';
import { parseTheme, THEMES, type Theme } from './theme';

/** Chooses one of the three themes. The cookie tells the server the theme of the next page, so that the page doesn't flash. @param initial null: the document's */
export function ThemeChoice({ initial }: { initial: Theme | null }) {
  const [theme, setTheme] = useState(initial ?? 'system');
  useEffect(() => {
    if (initial === null) setTheme(parseTheme(document.documentElement.dataset.theme));
  }, [initial]);

  function choose(chosen: Theme): void {
    keepChoice(THEME_COOKIE, chosen);
    document.documentElement.dataset.theme = chosen;
    setTheme(chosen);
  }

  return (
    <fieldset className="needs-script">
      <legend>{commonMessages.theme.label}</legend>
      {THEMES.map((each) => (
        <label key={each} className={styles.choice}>
          <input type="radio" name="theme" checked={each === theme} onChange={() => choose(each)} />
          {commonMessages.theme[each]}
        </label>
      ))}
    </fieldset>
  );
}
