'use client';

import { type FormEvent, useId, useState } from 'react';
import { compareMessages as messages } from '#components/messages/compare';
import { Button } from '#components/ui/button';
import { Field, TextField } from '#components/ui/field';
import { Select } from '#components/ui/select';
import type { ViewedFile } from '../model/view-files';
import styles from './compare.module.css';
import type { OtherProblem } from './other-paste';

interface CompareFormProps {
  files: readonly ViewedFile[];
  problem: OtherProblem | null;
  isLoading: boolean;
  onFile: (file: ViewedFile) => void;
  onLink: (link: string, password: string) => void;
}

/** Asks for the text to compare with: another file of this paste, or the link of another paste. */
export function CompareForm({ files, problem, isLoading, onFile, onLink }: CompareFormProps) {
  const id = useId();
  const [link, setLink] = useState('');
  const [password, setPassword] = useState('');
  const asksPassword = problem === 'password-needed' || problem === 'wrong-password';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onLink(link, asksPassword ? password : '');
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {files.length === 0 ? null : (
        <Field id={`${id}-file`} label={messages.file}>
          <Select
            id={`${id}-file`}
            defaultValue=""
            onChange={({ target }) => {
              const file = files[Number(target.value)];
              if (file) onFile(file);
            }}
          >
            <option value="" disabled>
              {messages.chooseFile}
            </option>
            {files.map((file, index) => (
              <option key={file.number ?? 0} value={index}>
                {file.name || messages.ownText}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <div className={styles.link}>
        <TextField
          id={`${id}-link`}
          label={messages.link}
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
        <Button type="submit" disabled={isLoading}>
          {messages.button}
        </Button>
      </div>
    </form>
  );
}
