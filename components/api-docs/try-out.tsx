'use client';

import { useState } from 'react';
import { copyMessages, apiDocsMessages as messages } from '#components/messages/api-docs';
import { useIsRunning } from '#components/ui/browser-facts';
import { Button } from '#components/ui/button';
import { CopyCode } from '#components/ui/copy-code';
import fieldStyles from '#components/ui/field.module.css';
import { Select } from '#components/ui/select';
import hiddenStyles from '#components/ui/visually-hidden.module.css';
import type { ShownOperation } from './api-docs.data';
import styles from './api-docs.module.css';
import { toCurl } from './curl';
import { Prose } from './prose';
import { initialValues, toRequest } from './request';
import { ResponsePanel } from './response';
import { type SentResponse, sendRequest } from './send-request';

type Outcome = { state: 'idle' | 'sending' } | { state: 'failed'; message: string } | { state: 'responded'; response: SentResponse };

interface TryOutProps {
  operations: readonly [ShownOperation, ...ShownOperation[]];
  initialId: string | null;
  baseUrl: string;
}

/** Any operation, filled in and sent from here. */
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
    if (operation.body && !isJson(values.body)) return setOutcome({ state: 'failed', message: messages.badJson });
    setOutcome({ state: 'sending' });
    const response = await sendRequest(toRequest(operation, '', values, apiKey)).catch(() => null);
    setOutcome(response ? { state: 'responded', response } : { state: 'failed', message: messages.unreachable });
  }

  return (
    <form
      className={styles.try}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <fieldset className={styles.fieldset} disabled={!isRunning}>
        <div className={fieldStyles.group}>
          <label className={fieldStyles.label} htmlFor="operation">
            {messages.operation}
          </label>
          <Select id="operation" value={operation.id} onChange={(event) => choose(event.target.value)}>
            {operations.map(({ id, summary, method, path }) => (
              <option key={id} value={id}>
                {summary} ({method} {path})
              </option>
            ))}
          </Select>
          <p className={fieldStyles.hint}>
            <Prose text={operation.description} />
          </p>
        </div>
        {operation.parameters.map((field) => (
          <div key={`${operation.id}-${field.name}`} className={fieldStyles.group}>
            <label className={fieldStyles.label} htmlFor={`parameter-${field.name}`}>
              {field.name} <span className={fieldStyles.optional}>{field.isRequired ? messages.required : field.type}</span>
            </label>
            <input
              id={`parameter-${field.name}`}
              className={fieldStyles.input}
              value={values.parameters[field.name] ?? ''}
              required={field.isRequired}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setValues({ ...values, parameters: { ...values.parameters, [field.name]: event.target.value } })}
              aria-describedby={`parameter-${field.name}-hint`}
            />
            <p id={`parameter-${field.name}-hint`} className={fieldStyles.hint}>
              <Prose text={field.description} />
            </p>
          </div>
        ))}
        {operation.body ? (
          <div className={fieldStyles.group}>
            <label className={fieldStyles.label} htmlFor="request-body">
              {messages.body}
            </label>
            <textarea
              id="request-body"
              className={`${fieldStyles.input} ${styles.json}`}
              rows={8}
              value={values.body}
              spellCheck={false}
              onChange={(event) => setValues({ ...values, body: event.target.value })}
            />
          </div>
        ) : null}
        <div className={fieldStyles.group}>
          <label className={fieldStyles.label} htmlFor="try-key">
            {messages.key} <span className={fieldStyles.optional}>{operation.needsKey ? messages.keyNeeded : messages.keyOptional}</span>
          </label>
          <input
            id="try-key"
            type="password"
            className={fieldStyles.input}
            value={apiKey}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => setApiKey(event.target.value.trim())}
            aria-describedby="try-key-hint"
          />
          <p id="try-key-hint" className={fieldStyles.hint}>
            {messages.keyHint}
          </p>
        </div>
        <div>
          <Button type="submit" variant="primary" aria-disabled={outcome.state === 'sending'}>
            {outcome.state === 'sending' ? messages.sending : messages.send}
          </Button>
        </div>
      </fieldset>
      <h2>{messages.command}</h2>
      {/* Never with the key: what is on a screen ends up in pictures of it. */}
      <CopyCode
        code={toCurl(toRequest(operation, baseUrl, values, apiKey === '' ? '' : 'sp_…'))}
        label={messages.copyOf(messages.command)}
        messages={copyMessages}
      />
      <p role="status" className={hiddenStyles.hidden}>
        {outcome.state === 'responded' ? messages.responded(outcome.response.status) : ''}
      </p>
      {outcome.state === 'responded' ? <ResponsePanel response={outcome.response} /> : null}
      {outcome.state === 'failed' ? (
        <p role="alert" className={styles.problem}>
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
