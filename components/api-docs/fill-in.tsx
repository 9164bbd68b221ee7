'use client';

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { readLocalPastes } from '#components/paste/local/local-pastes.store';
import { CopyCode } from '#components/ui/copy-code';
import { TextField } from '#components/ui/field';
import { localStore } from '#components/ui/storage';
import styles from './api-docs.module.css';
import { PLACEHOLDERS, type Placeholder } from './request';

type Filling = Record<Placeholder, string>;

const NOTHING: Filling = { publicId: '', manageToken: '', apiKey: '', requestId: '', webhookId: '', deliveryId: '', chatId: '' };
const NAMES = Object.keys(NOTHING) as Placeholder[];

/** What isn't an id, a token or a key of ours stays out of a command: the shell would run it. */
const FORMS: Record<Placeholder, RegExp> = {
  publicId: /^[0-9A-Za-z]{24}$/,
  manageToken: /^[\w-]{32}$/,
  apiKey: /^sp_\w{1,100}$/,
  requestId: /^[0-9A-Za-z]{24}$/,
  webhookId: /^\d{1,16}$/,
  deliveryId: /^[\w-]{1,64}$/,
  chatId: /^\d{1,16}$/,
};

const FillingContext = createContext({ filling: NOTHING, setFilling: (_: Filling): void => undefined });

/**
 * What the commands of the page are filled in with, at first the paste that this browser made last. It stays in this page:
 * nothing of it is stored or sent.
 */
export function FillingProvider({ children }: { children: ReactNode }) {
  const [filling, setFilling] = useState(NOTHING);
  useEffect(() => {
    const last = readLocalPastes(localStore(), Date.now()).pastes.find(({ ended }) => ended === null);
    if (last) setFilling((now) => ({ ...now, publicId: last.publicId, manageToken: last.manageToken }));
  }, []);
  return <FillingContext value={{ filling, setFilling }}>{children}</FillingContext>;
}

/** @param messages plain strings: only these come from the server */
export function FillIn({ messages }: { messages: Record<Placeholder | 'title' | 'text', string> }) {
  const { filling, setFilling } = useContext(FillingContext);
  return (
    <section className="stack needs-script" aria-labelledby="fill-in">
      <h2 id="fill-in">{messages.title}</h2>
      <p>{messages.text}</p>
      <div className={styles.fillFields}>
        {NAMES.map((name) => (
          <TextField
            key={name}
            id={`fill-${name}`}
            type={name === 'manageToken' || name === 'apiKey' ? 'password' : 'text'}
            label={messages[name]}
            value={filling[name]}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            onChange={({ target }) => setFilling({ ...filling, [name]: target.value.trim() })}
          />
        ))}
      </div>
    </section>
  );
}

interface FilledCommandProps {
  /** With the placeholder of a key, of a manage token, of both; where no token is taken, those are the others again. */
  codes: Record<'plain' | 'key' | 'token' | 'both', string>;
  label: string;
}

/** A command with what is known of the reader's paste and key. */
export function FilledCommand({ codes, label }: FilledCommandProps) {
  const { filling } = useContext(FillingContext);
  const has = (name: Placeholder) => FORMS[name].test(filling[name]);
  const chosen = has('apiKey') ? (has('manageToken') ? codes.both : codes.key) : has('manageToken') ? codes.token : codes.plain;
  const filled = NAMES.filter(has).reduce((command, name) => command.replaceAll(PLACEHOLDERS[name], () => filling[name]), chosen);
  return <CopyCode code={filled} label={label} />;
}
