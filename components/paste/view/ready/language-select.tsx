'use client';

import { ChevronDown } from 'lucide-react';
import { viewMessages } from '#components/messages/view';
import { LANGUAGES, languageOf } from '#lib/languages/language.rules';
import styles from './language-select.module.css';

export function LanguageSelect({ language, onLanguage }: { language: string; onLanguage: (language: string) => void }) {
  return (
    <label className={styles.select}>
      <span className="visually-hidden">{viewMessages.language}</span>
      <select value={language} onChange={(event) => onLanguage(event.target.value)}>
        {languageOf(language) ? null : <option value={language}>{language}</option>}
        {LANGUAGES.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden size={14} />
    </label>
  );
}
