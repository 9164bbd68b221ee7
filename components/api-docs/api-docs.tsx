import { apiDocsMessages as messages } from '#components/messages/api-docs';
import { LinkButton } from '#components/ui/button';
import { CopyCode } from '#components/ui/copy-code';
import { addressOf } from '#lib/site/address.rules';
import styles from './api-docs.module.css';
import type { ShownOperation } from './api-docs-data';
import { type ShownRequest, toCurl } from './curl';
import { FilledCommand, FillIn, FillingProvider } from './fill-in';
import { Operation } from './operation';
import { PLACEHOLDERS } from './request';
import { ResponseList } from './responses';

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
    <FillingProvider>
      <main id="content" className={styles.page}>
        <h1>{messages.title}</h1>
        <p className={styles.intro}>{messages.intro}</p>
        <section className="stack" aria-labelledby="start">
          <h2 id="start">{messages.startTitle}</h2>
          <p>{messages.start}</p>
          <CopyCode code={hello} label={messages.copyOf(messages.start)} />
          <p>{messages.startFile}</p>
          <CopyCode code={file} label={messages.copyOf(messages.startFile)} />
          <p>{messages.startRead}</p>
          <Filled
            what={messages.startRead}
            command={{ method: 'GET', url: `${baseUrl}/raw/${PLACEHOLDERS.publicId}`, headers: {}, body: null }}
          />
          <p className={styles.links}>
            <LinkButton variant="primary" href={addressOf('/docs/api/try')}>
              {messages.tryOut}
            </LinkButton>
            <LinkButton href={addressOf('/api/v1/openapi.json')}>{messages.description}</LinkButton>
            <LinkButton href={addressOf('/docs/cli')}>{messages.commandLine}</LinkButton>
          </p>
        </section>
        <section className="stack" aria-labelledby="keys">
          <h2 id="keys">{messages.keysTitle}</h2>
          <p>
            {messages.keys} <a href={addressOf('/account/keys')}>{messages.keysWhere}</a>
          </p>
          <Filled
            what={messages.keysTitle}
            command={{ method: 'GET', url: api, headers: { 'X-Api-Key': PLACEHOLDERS.apiKey }, body: null }}
          />
        </section>
        <section className="stack" aria-labelledby="limits">
          <h2 id="limits">{messages.limitsTitle}</h2>
          <p>{messages.limits(messages.requests(limits.anonymous), messages.requests(limits.authenticated).toLowerCase())}</p>
        </section>
        <section className="stack" aria-labelledby="errors">
          <h2 id="errors">{messages.errorsTitle}</h2>
          <p>{messages.errors}</p>
          <p>{messages.errorsAnywhere}</p>
          <ResponseList responses={common} />
        </section>
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
        <FillIn messages={messages.fillIn} />
        {operations.map((operation) => (
          <Operation
            key={operation.id}
            operation={operation}
            baseUrl={baseUrl}
            responses={operation.responses.filter((response) => !isOneOf(common, response))}
          />
        ))}
      </main>
    </FillingProvider>
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

function Filled({ what, command }: { what: string; command: ShownRequest }) {
  const code = toCurl(command);
  return <FilledCommand codes={{ plain: code, key: code, token: code, both: code }} label={messages.copyOf(what)} />;
}
