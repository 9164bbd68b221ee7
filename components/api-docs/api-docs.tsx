import { copyTexts, apiDocsTexts as texts } from '#components/messages/api-docs';
import { LinkButton } from '#components/ui/button';
import { CopyCode } from '#components/ui/copy-code';
import { Answers } from './answers';
import type { ShownOperation } from './api-docs.data';
import styles from './api-docs.module.css';
import { toCurl } from './curl';
import { Operation } from './operation';

interface ApiDocsProps {
  operations: readonly ShownOperation[];
  /** The service's own address, without a slash at its end. */
  baseUrl: string;
  /** Requests a minute; 0 is any number. */
  limits: { anonymous: number; authenticated: number };
}

export function ApiDocs({ operations, baseUrl, limits }: ApiDocsProps) {
  const api = `${baseUrl}/api/v1/pastes`;
  const isCommon = (status: string) => operations.every(({ answers }) => answers.some((answer) => answer.status === status));
  const common = operations[0]?.answers.filter(({ status }) => isCommon(status)) ?? [];
  const json = { 'Content-Type': 'application/json' };
  const hello = toCurl({ method: 'POST', url: api, headers: json, body: '{"content": "hello", "ttlSeconds": 86400}' });
  const file = `jq -Rs '{content: ., title: "notes.md", syntax: "markdown"}' notes.md |\n  curl -s ${api} -H 'Content-Type: application/json' -d @-`;
  return (
    <main id="content" className={styles.page}>
      <h1>{texts.title}</h1>
      <p className={styles.intro}>{texts.intro}</p>
      <section className={styles.section} aria-labelledby="start">
        <h2 id="start">{texts.startTitle}</h2>
        <p>{texts.start}</p>
        <Code what={texts.start} code={hello} />
        <p>{texts.startFile}</p>
        <Code what={texts.startFile} code={file} />
        <p>{texts.startRead}</p>
        <Code what={texts.startRead} code={`curl -s ${baseUrl}/raw/PUBLIC_ID`} />
        <p className={styles.links}>
          <LinkButton look="primary" href="/docs/api/try">
            {texts.tryOut}
          </LinkButton>
          <LinkButton href="/api/v1/openapi.json">{texts.description}</LinkButton>
          <LinkButton href="/docs/cli">{texts.commandLine}</LinkButton>
        </p>
      </section>
      <section className={styles.section} aria-labelledby="keys">
        <h2 id="keys">{texts.keysTitle}</h2>
        <p>
          {texts.keys} <a href="/account/keys">{texts.keysWhere}</a>
        </p>
        <Code what={texts.keysTitle} code={toCurl({ method: 'GET', url: api, headers: { 'X-Api-Key': 'sp_…' }, body: null })} />
      </section>
      <section className={styles.section} aria-labelledby="limits">
        <h2 id="limits">{texts.limitsTitle}</h2>
        <p>{texts.limits(texts.requests(limits.anonymous), texts.requests(limits.authenticated).toLowerCase())}</p>
      </section>
      <section className={styles.section} aria-labelledby="errors">
        <h2 id="errors">{texts.errorsTitle}</h2>
        <p>{texts.errors}</p>
        <p>{texts.errorsAnywhere}</p>
        <Answers answers={common} />
      </section>
      <nav className={styles.section} aria-labelledby="operations">
        <h2 id="operations">{texts.operations}</h2>
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
          answers={operation.answers.filter(({ status }) => !isCommon(status))}
        />
      ))}
    </main>
  );
}

function Code({ what, code }: { what: string; code: string }) {
  return <CopyCode code={code} label={texts.copyOf(what)} texts={copyTexts} />;
}
