'use client';

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { localStore, readLocalPastes } from '#components/paste/local/local-pastes.store';
import { CopyCode } from '#components/ui/copy-code';
import { TextField } from '#components/ui/field';
import styles from './api-docs.module.css';
import { PLACEHOLDERS } from './request';

interface Filling {
  publicId: string;
  manageToken: string;
  apiKey: string;
}

const NOTHING: Filling = { publicId: '', manageToken: '', apiKey: '' };
const FillingContext = createContext<Filling>(NOTHING);

interface FillInProps {
  /** Plain strings: only these come from the server. */
  messages: { title: string; text: string; publicId: string; manageToken: string; apiKey: string };
  children: ReactNode;
}

/**
 * What the commands of the page are filled in with, at first the paste that this browser made last. It stays in this page:
 * nothing of it is stored or sent.
 */
export function FillIn({ messages, children }: FillInProps) {
  const [filling, setFilling] = useState(NOTHING);
  useEffect(() => {
    const last = readLocalPastes(localStore(), Date.now()).pastes.find(({ ended }) => ended === null);
    if (last) setFilling((now) => ({ ...now, publicId: last.publicId, manageToken: last.manageToken }));
  }, []);

  const field = (name: keyof Filling, type: 'text' | 'password') => (
    <TextField
      id={`fill-${name}`}
      type={type}
      label={messages[name]}
      value={filling[name]}
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      onChange={({ target }) => setFilling({ ...filling, [name]: target.value.trim() })}
    />
  );
  return (
    <FillingContext value={filling}>
      <section className={`${styles.section} ${styles.fillIn}`} aria-labelledby="fill-in">
        <h2 id="fill-in">{messages.title}</h2>
        <p>{messages.text}</p>
        <div className={styles.fillFields}>
          {field('publicId', 'text')}
          {field('manageToken', 'password')}
          {field('apiKey', 'password')}
        </div>
      </section>
      {children}
    </FillingContext>
  );
}

interface FilledCommandProps {
  code: string;
  /** The same with the placeholder of a key. */
  codeWithKey: string;
  /** The same with the placeholder of a manage token; null where none is taken. */
  codeWithToken: string | null;
  label: string;
  messages: { copied: string; copyFailed: string };
}

/** A command with what is known of the reader's paste and key. What isn't an id, a token or a key of ours stays out: the shell would run it. */
export function FilledCommand({ code, codeWithKey, codeWithToken, label, messages }: FilledCommandProps) {
  const { publicId, manageToken, apiKey } = useContext(FillingContext);
  const hasKey = /^sp_\w{1,100}$/.test(apiKey);
  const hasToken = /^[\w-]{43}$/.test(manageToken);
  const chosen = hasKey ? codeWithKey : hasToken && codeWithToken !== null ? codeWithToken : code;
  const filled = [
    [PLACEHOLDERS.publicId, /^[0-9A-Za-z]{24}$/.test(publicId) ? publicId : PLACEHOLDERS.publicId],
    [PLACEHOLDERS.manageToken, manageToken],
    [PLACEHOLDERS.apiKey, hasKey ? apiKey : PLACEHOLDERS.apiKey],
  ].reduce((command, [placeholder = '', value = '']) => command.replaceAll(placeholder, () => value), chosen);
  return <CopyCode code={filled} label={label} messages={messages} />;
}
