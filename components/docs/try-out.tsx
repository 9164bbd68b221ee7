'use client';

import { useState } from 'react';
import { apiDocsMessages as messages } from '#components/messages/api-docs';
import { useIsRunning } from '#components/ui/browser-facts';
import { SubmitButton } from '#components/ui/button';
import { CopyCode, ScrollingCode } from '#components/ui/copy-code';
import { Field, TextField } from '#components/ui/field';
import fieldStyles from '#components/ui/field.module.css';
import { Section } from '#components/ui/section';
import { Select } from '#components/ui/select';
import { formatBytes } from '#lib/locales/format.rules';
import { basePath } from '#lib/site/address.rules';
import styles from './api-docs.module.css';
import type { ShownOperation } from './api-docs-data';
import { Prose } from './prose';
import { initialValues, type ShownRequest, toCurl, toRequest } from './request';

type Outcome = { state: 'idle' | 'sending' } | { state: 'failed'; message: string } | { state: 'responded'; response: SentResponse };

interface TryOutProps {
  operations: readonly [ShownOperation, ...ShownOperation[]];
  initialId: string | null;
  baseUrl: string;
}

/** A form that fills in and sends any operation. */
export function TryOut({ operations, initialId, baseUrl }: TryOutProps) {
  const [operation, setOperation] = useState(operations.find(({ id }) => id === initialId) ?? operations[0]);
  const [values, setValues] = useState(() => initialValues(operation));
  const [apiKey, setApiKey] = useState('');
  const isRunning = useIsRunning();
  const [outcome, setOutcome] = useState<Outcome>({ state: 'idle' });

  function choose(id: string): void {
    const chosen = operations.find((other) => other.id === id) ?? operation;
    setOperation(chosen);
    setValues(initialValues(chosen));
    setOutcome({ state: 'idle' });
  }

  async function send(): Promise<void> {
    if (outcome.state === 'sending') return;
    if (operation.body?.type === 'application/json' && !isJson(values.body))
      return setOutcome({ state: 'failed', message: messages.badJson });
    setOutcome({ state: 'sending' });
    const response = await sendRequest(toRequest(operation, basePath(), values, apiKey)).catch(() => null);
    setOutcome(response ? { state: 'responded', response } : { state: 'failed', message: messages.unreachable });
  }

  return (
    <form
      className={`stack ${styles.try}`}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <fieldset className="stack" disabled={!isRunning}>
        <Field id="operation" label={messages.operation} hint={<Prose text={operation.description} />}>
          <Select
            id="operation"
            value={operation.id}
            onChange={(event) => choose(event.target.value)}
            options={operations.map(({ id, summary, method, path }) => [id, `${summary} (${method} ${path})`])}
          />
        </Field>
        {operation.parameters.map((field) => (
          <TextField
            key={`${operation.id}-${field.name}`}
            id={`parameter-${field.name}`}
            label={field.name}
            note={field.isRequired ? messages.required : field.type}
            hint={<Prose text={field.description} />}
            value={values.parameters[field.name] ?? ''}
            required={field.isRequired}
            onChange={(event) => setValues({ ...values, parameters: { ...values.parameters, [field.name]: event.target.value } })}
          />
        ))}
        {operation.body ? (
          <Field id="request-body" label={messages.body}>
            <textarea
              id="request-body"
              dir="ltr"
              className={`${fieldStyles.input} ${styles.json}`}
              rows={8}
              value={values.body}
              spellCheck={false}
              onChange={(event) => setValues({ ...values, body: event.target.value })}
            />
          </Field>
        ) : null}
        <TextField
          id="try-key"
          type="password"
          label={messages.key}
          note={operation.needsKey ? messages.keyNeeded : messages.keyOptional}
          hint={messages.keyHint}
          value={apiKey}
          onChange={(event) => setApiKey(event.target.value.trim())}
        />
        <div>
          <SubmitButton variant="primary" aria-disabled={outcome.state === 'sending'}>
            {outcome.state === 'sending' ? messages.sending : messages.send}
          </SubmitButton>
        </div>
      </fieldset>
      <h2>{messages.command}</h2>
      {/* The command never shows the key, because screenshots would have it. */}
      <CopyCode
        code={toCurl(toRequest(operation, baseUrl, values, apiKey === '' ? '' : 'sp_…'))}
        label={messages.copyOf(messages.command)}
      />
      <p role="status" className="visually-hidden">
        {outcome.state === 'responded' ? messages.responded(outcome.response.status) : ''}
      </p>
      {outcome.state === 'responded' ? <ResponsePanel response={outcome.response} /> : null}
      {outcome.state === 'failed' ? (
        <p role="alert" className="danger">
          {outcome.message}
        </p>
      ) : null}
    </form>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function ResponsePanel({ response: { status, statusText, durationMs, headers, body, bodyCharacters } }: { response: SentResponse }) {
  return (
    <Section id="response" title={messages.response} className="stack">
      <p>
        <strong className={status < 400 ? 'success' : 'danger'}>
          {status} {statusText}
        </strong>{' '}
        {messages.milliseconds(durationMs)}
      </p>
      <ScrollingCode>{headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</ScrollingCode>
      {body === '' ? <p>{messages.noBody}</p> : <ScrollingCode>{body}</ScrollingCode>}
      {bodyCharacters > MAX_SHOWN_CHARACTERS ? (
        <p>{messages.cut({ shown: formatBytes(MAX_SHOWN_CHARACTERS), whole: formatBytes(bodyCharacters) })}</p>
      ) : null}
    </Section>
  );
}

interface SentResponse {
  status: number;
  statusText: string;
  durationMs: number;
  headers: readonly (readonly [name: string, value: string])[];
  /** At most MAX_SHOWN_CHARACTERS of the body; JSON is indented. */
  body: string;
  bodyCharacters: number;
}

/** Showing more would make the page slow. */
export const MAX_SHOWN_CHARACTERS = 100_000;

/** @throws what `fetch` throws when there is no response */
export async function sendRequest({ method, url, headers, body }: ShownRequest): Promise<SentResponse> {
  const startedAt = performance.now();
  const response = await fetch(url, {
    method,
    headers,
    cache: 'no-store',
    redirect: 'error',
    // With a key the request needs no cookie; without a key it uses the session.
    credentials: 'X-Api-Key' in headers ? 'omit' : 'same-origin',
    ...(body === null ? {} : { body }),
  });
  const text = await response.text();
  const durationMs = Math.round(performance.now() - startedAt);
  const { status, statusText } = response;
  const shown = text.length > MAX_SHOWN_CHARACTERS ? text.slice(0, MAX_SHOWN_CHARACTERS) : indented(text);
  return { status, statusText, durationMs, headers: [...response.headers], body: shown, bodyCharacters: text.length };
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
