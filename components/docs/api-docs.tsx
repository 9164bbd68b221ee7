import { apiDocsMessages as messages } from '#components/messages/api-docs';
import { LinkButton } from '#components/ui/button';
import { CopyCode } from '#components/ui/copy-code';
import { Section } from '#components/ui/section';
import { addressOf } from '#lib/site/address.rules';
import styles from './api-docs.module.css';
import type { ShownField, ShownOperation } from './api-docs-data';
import { MANAGE_TOKEN_HEADER, PLACEHOLDERS, type ShownRequest, toCurl, toRequest } from './request';

interface ApiDocsProps {
  operations: readonly ShownOperation[];
  /** The service's own address, without a slash at its end. */
  baseUrl: string;
  /** Requests a minute; 0 means no limit. */
  limits: { anonymous: number; authenticated: number };
}

export function ApiDocs({ operations, baseUrl, limits }: ApiDocsProps) {
  const api = `${baseUrl}/api/v1/pastes`;
  const common = commonOf(operations);
  const json = { 'Content-Type': 'application/json' };
  const hello = toCurl({ method: 'POST', url: api, headers: json, body: '{"content": "hello", "ttlSeconds": 86400}' });
  const file = `jq -Rs '{content: ., title: "notes.md", syntax: "markdown"}' notes.md |\n  curl -s ${api} -H 'Content-Type: application/json' -d @-`;
  return (
    <main id="content" className={styles.page}>
      <h1>{messages.title}</h1>
      <p className={styles.intro}>{messages.intro}</p>
      <Section id="start" title={messages.startTitle} className="stack">
        <p>{messages.start}</p>
        <CopyCode code={hello} label={messages.copyOf(messages.start)} />
        <p>{messages.startFile}</p>
        <CopyCode code={file} label={messages.copyOf(messages.startFile)} />
        <p>{messages.startRead}</p>
        <Command
          label={messages.copyOf(messages.startRead)}
          request={{ method: 'GET', url: `${baseUrl}/raw/${PLACEHOLDERS.publicId}`, headers: {}, body: null }}
        />
        <p className={styles.links}>
          <LinkButton variant="primary" href={addressOf('/api/v1/openapi.json')}>
            {messages.description}
          </LinkButton>
          <LinkButton href={addressOf('/docs/cli')}>{messages.commandLine}</LinkButton>
        </p>
      </Section>
      <Section id="keys" title={messages.keysTitle} className="stack">
        <p>
          {messages.keys} <a href={addressOf('/account/settings')}>{messages.keysWhere}</a>
        </p>
        <Command label={messages.copyOf(messages.keysTitle)} request={{ method: 'GET', url: api, headers: {}, body: null }} needsKey />
      </Section>
      <Section id="limits" title={messages.limitsTitle} className="stack">
        <p>
          {messages.limits({
            anonymous: messages.requests(limits.anonymous),
            authenticated: messages.requests(limits.authenticated).toLowerCase(),
          })}
        </p>
      </Section>
      <Section id="errors" title={messages.errorsTitle} className="stack">
        <p>{messages.errors}</p>
        <p>{messages.errorsAnywhere}</p>
        <ResponseList responses={common} />
      </Section>
      <nav className="stack" aria-labelledby="operations">
        <h2 id="operations">{messages.operations}</h2>
        <ul className={styles.contents}>
          {operations.map(({ id, method, path, summary }) => (
            <li key={id}>
              <a href={`#${id}`}>{summary}</a>{' '}
              <code>
                {method} {path}
              </code>
            </li>
          ))}
        </ul>
      </nav>
      {operations.map((operation) => (
        <Operation
          key={operation.id}
          operation={operation}
          baseUrl={baseUrl}
          responses={operation.responses.filter((response) => !isOneOf(common, response))}
        />
      ))}
    </main>
  );
}

type Responses = ShownOperation['responses'];

/** Returns the responses that all rate-limited operations share, which the page describes once. */
function commonOf(operations: readonly ShownOperation[]): Responses {
  const limited = operations.map(({ responses }) => responses).filter((responses) => responses.some(({ status }) => status === '429'));
  return limited[0]?.filter((response) => limited.every((responses) => isOneOf(responses, response))) ?? [];
}

/** Compares the description too, because a status may mean something else in one operation. */
function isOneOf(responses: Responses, { status, description }: Responses[number]): boolean {
  return responses.some((each) => each.status === status && each.description === description);
}

interface CommandProps {
  /** The request without credentials. */
  request: ShownRequest;
  needsKey?: boolean;
  takesToken?: boolean;
  label: string;
}

function Command({ request, needsKey, takesToken, label }: CommandProps) {
  const credentials = {
    ...(needsKey ? { 'X-Api-Key': PLACEHOLDERS.apiKey } : {}),
    ...(takesToken && request.method !== 'GET' ? { [MANAGE_TOKEN_HEADER]: PLACEHOLDERS.manageToken } : {}),
  };
  return <CopyCode code={toCurl({ ...request, headers: { ...credentials, ...request.headers } })} label={label} />;
}

interface OperationProps {
  operation: ShownOperation;
  baseUrl: string;
  /** The operation's own responses, without the common ones. */
  responses: ShownOperation['responses'];
}

function Operation({ operation, baseUrl, responses }: OperationProps) {
  const { id, method, path, summary, description, needsKey, needsSession, parameters, body } = operation;
  return (
    <Section id={id} title={summary} className={`stack ${styles.operation}`}>
      <p className={styles.address}>
        <code>
          <strong>{method}</strong> {path}
        </code>
        <span>{needsSession ? messages.sessionNeeded : needsKey ? messages.keyNeeded : messages.keyOptional}</span>
      </p>
      <p>
        <Prose text={description} />
      </p>
      {needsSession ? null : (
        <Command
          request={toRequest(operation, baseUrl)}
          needsKey={needsKey}
          // A manage token is a paste's, so other operations don't get it.
          takesToken={path.includes('{publicId}') && parameters.some(({ name }) => name === MANAGE_TOKEN_HEADER)}
          label={messages.copyOf(summary)}
        />
      )}
      <Fields title={messages.parameters} fields={parameters} />
      <Fields title={messages.body} fields={body?.fields ?? []} />
      <h3>{messages.responses}</h3>
      <ResponseList responses={responses} />
    </Section>
  );
}

function Fields({ title, fields }: { title: string; fields: readonly ShownField[] }) {
  if (fields.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <dl className={styles.fields}>
        {fields.map((field) => (
          <div key={field.name}>
            <dt>
              <code>{field.name}</code>
              <span>
                {field.type}
                {field.place === 'body' ? '' : `, ${messages.places[field.place]}`}
                {field.isRequired ? `, ${messages.required}` : ''}
              </span>
            </dt>
            <dd>
              <Prose text={field.description} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Renders a description from the OpenAPI document, with text between backticks as code. */
function Prose({ text }: { text: string }) {
  const parts = text.split('`').map((part, at) => ({ part, at, isCode: at % 2 === 1 }));
  return parts.map(({ part, at, isCode }) => (isCode ? <code key={at}>{part}</code> : part));
}

function ResponseList({ responses }: { responses: Responses }) {
  return (
    <dl className={styles.responses}>
      {responses.map(({ status, description }) => (
        <div key={status}>
          <dt>{status}</dt>
          <dd>
            <Prose text={description} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
