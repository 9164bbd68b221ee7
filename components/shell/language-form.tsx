'use client';

import { useEffect, useRef } from 'react';
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

  const form = useRef<HTMLFormElement>(null);

  // Takes a choice that was made before React came. The option that the page was written with has the attribute `selected`.
  useEffect(() => {
    const options = [...(form.current?.querySelectorAll('option') ?? [])];
    const chosen = options.find((option) => option.selected);
    if (chosen && !chosen.defaultSelected && options.some((option) => option.defaultSelected)) void choose(chosen.value);
  }, []);

  return (
    // A browser that filled in the last choice after a reload would choose it again.
    <form ref={form} method="post" action={addressOf('/language')} className={styles.language} autoComplete="off">
      {path === null ? null : <input type="hidden" name="to" value={path} />}
      <Select name="language" aria-label={label} defaultValue={pageLanguage()} onChange={(event) => void choose(event.target.value)}>
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

/** @param language a BCP 47 tag; empty: as in the browser */
async function choose(language: string): Promise<void> {
  const body = new URLSearchParams({ language });
  // The redirect is for forms without script.
  const response = await fetch(addressOf('/language'), { method: 'POST', body, redirect: 'manual' }).catch(() => null);
  if (response) location.reload();
}
