'use client';

import type { ChangeEvent } from 'react';
import { commonMessages } from '#components/messages/common';
import { Select } from '#components/ui/select';
import { LANGUAGE_NAMES } from '#lib/locales/languages.rules';
import { pageLanguage } from '#lib/locales/page-language.rules';
import { addressOf } from '#lib/site/address.rules';
import styles from './shell.module.css';

interface LanguageFormProps {
  languages: readonly string[];
  /** The path of the page, to which the form leads back; null: the form leads home. */
  path: string | null;
}

/**
 * Chooses the language of the pages. Without script its button does, and leads to the page again; a script reloads the page, whose
 * key stays in the address.
 */
export function LanguageForm({ languages, path }: LanguageFormProps) {
  const { label, automatic, submit } = commonMessages.language;

  async function choose({ target }: ChangeEvent<HTMLSelectElement>): Promise<void> {
    const body = new URLSearchParams({ language: target.value });
    // The redirect is for forms without script.
    const response = await fetch(addressOf('/language'), { method: 'POST', body, redirect: 'manual' }).catch(() => null);
    if (response) location.reload();
  }

  return (
    <form method="post" action={addressOf('/language')} className={styles.language}>
      {path === null ? null : <input type="hidden" name="to" value={path} />}
      <Select variant="quiet" name="language" aria-label={label} defaultValue={pageLanguage()} onChange={(event) => void choose(event)}>
        <option value="">{automatic}</option>
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {LANGUAGE_NAMES[language] ?? language}
          </option>
        ))}
      </Select>
      <button type="submit">{submit}</button>
    </form>
  );
}
