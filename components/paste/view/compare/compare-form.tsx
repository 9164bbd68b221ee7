'use client';

import { type FormEvent, useId, useState } from 'react';
import { compareMessages as messages } from '#components/messages/compare';
import { SubmitButton } from '#components/ui/button';
import { Field, TextField } from '#components/ui/field';
import { Select } from '#components/ui/select';
import type { ViewedFile } from '../model/view-files';
import styles from './compare.module.css';
import type { OtherProblem } from './other-paste';

interface CompareFormProps {
  files: readonly ViewedFile[];
  /** The file that is compared; null for none. */
  file: ViewedFile | null;
  problem: OtherProblem | null;
  isLoading: boolean;
  /** @param file null: another paste, whose link is not known yet */
  onFile: (file: ViewedFile | null) => void;
  onLink: (link: string, password: string) => void;
}

const NOTHING = '';
const ANOTHER_PASTE = 'paste';

/** Asks for the text to compare with: a file of this paste, which is compared once chosen, or another paste, by its link. */
export function CompareForm({ files, file, problem, isLoading, onFile, onLink }: CompareFormProps) {
  const id = useId();
  const [isPaste, setPaste] = useState(files.length === 0);
  const chosen = isPaste ? ANOTHER_PASTE : file === null ? NOTHING : files.indexOf(file);

  function choose(value: string): void {
    setPaste(value === ANOTHER_PASTE);
    onFile(value === ANOTHER_PASTE ? null : (files[Number(value)] ?? null));
  }

  return (
    <div className={styles.form}>
      {files.length === 0 ? null : (
        <Field id={`${id}-with`} label={messages.with} problem={problem && !isPaste ? messages.problems[problem] : null}>
          <Select id={`${id}-with`} value={chosen} onChange={({ target }) => choose(target.value)}>
            {chosen === NOTHING ? (
              <option value={NOTHING} disabled>
                {messages.choose}
              </option>
            ) : null}
            {files.map((other, index) => (
              <option key={other.number ?? 0} value={index}>
                {other.name || messages.ownText}
              </option>
            ))}
            <option value={ANOTHER_PASTE}>{messages.anotherPaste}</option>
          </Select>
        </Field>
      )}
      {isPaste ? <LinkForm id={id} isAlone={files.length === 0} problem={problem} isLoading={isLoading} onLink={onLink} /> : null}
    </div>
  );
}

interface LinkFormProps extends Pick<CompareFormProps, 'problem' | 'isLoading' | 'onLink'> {
  id: string;
  /** Whether a paste is the only thing to compare with. */
  isAlone: boolean;
}

function LinkForm({ id, isAlone, problem, isLoading, onLink }: LinkFormProps) {
  const [link, setLink] = useState('');
  const [password, setPassword] = useState('');
  const asksPassword = problem === 'password-needed' || problem === 'wrong-password';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onLink(link, asksPassword ? password : '');
  };

  return (
    <form className={styles.link} onSubmit={submit} noValidate>
      <TextField
        id={`${id}-link`}
        dir="ltr"
        label={isAlone ? messages.withPaste : messages.link}
        hint={messages.linkHint}
        problem={problem && !asksPassword ? messages.problems[problem] : null}
        value={link}
        onChange={({ target }) => setLink(target.value)}
      />
      {asksPassword ? (
        <TextField
          id={`${id}-password`}
          type="password"
          label={messages.password}
          problem={messages.problems[problem]}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      ) : null}
      <SubmitButton disabled={isLoading}>{messages.button}</SubmitButton>
    </form>
  );
}
