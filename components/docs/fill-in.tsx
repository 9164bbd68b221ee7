'use client';

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { readLocalPastes } from '#components/paste/local/local-pastes-store';
import { CopyCode } from '#components/ui/copy-code';
import { TextField } from '#components/ui/field';
import { Section } from '#components/ui/section';
import styles from './api-docs.module.css';
import { MANAGE_TOKEN_HEADER, PLACEHOLDERS, type Placeholder, type ShownRequest, toCurl } from './request';

type Filling = Record<Placeholder, string>;

const NOTHING: Filling = { publicId: '', manageToken: '', apiKey: '', requestId: '', webhookId: '', deliveryId: '', chatId: '' };
const NAMES = Object.keys(NOTHING) as Placeholder[];

/** The forms of our ids, tokens and keys. Commands get no other values, which the shell might run. */
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
 * Holds the values that the page's commands are filled in with, at first those of this browser's latest paste. The values
 * stay in this page: none is stored or sent.
 */
export function FillingProvider({ children }: { children: ReactNode }) {
  const [filling, setFilling] = useState(NOTHING);
  useEffect(() => {
    const last = readLocalPastes().pastes.find(({ ended }) => ended === null);
    if (last) setFilling((now) => ({ ...now, publicId: last.publicId, manageToken: last.manageToken ?? '' }));
  }, []);
  return <FillingContext value={{ filling, setFilling }}>{children}</FillingContext>;
}

/** @param messages plain strings, because a server component can pass nothing else */
export function FillIn({ messages }: { messages: Record<Placeholder | 'title' | 'text', string> }) {
  const { filling, setFilling } = useContext(FillingContext);
  return (
    <Section id="fill-in" title={messages.title} className="stack needs-script">
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
    </Section>
  );
}

interface FilledCommandProps {
  /** The request without credentials. */
  request: ShownRequest;
  needsKey?: boolean;
  takesToken?: boolean;
  label: string;
}

export function FilledCommand({ request, needsKey, takesToken, label }: FilledCommandProps) {
  const { filling } = useContext(FillingContext);
  const has = (name: Placeholder) => FORMS[name].test(filling[name]);
  const hasKey = has('apiKey');
  // The page's own pastes, with which the commands begin, can be changed only with a credential.
  const hasToken = takesToken && (has('manageToken') || (!hasKey && request.method !== 'GET'));
  const credentials = {
    ...(needsKey || hasKey ? { 'X-Api-Key': PLACEHOLDERS.apiKey } : {}),
    ...(hasToken ? { [MANAGE_TOKEN_HEADER]: PLACEHOLDERS.manageToken } : {}),
  };
  const command = toCurl({ ...request, headers: { ...credentials, ...request.headers } });
  const filled = NAMES.filter(has).reduce((text, name) => text.replaceAll(PLACEHOLDERS[name], () => filling[name]), command);
  return <CopyCode code={filled} label={label} />;
}
