import { apiDocsMessages as messages } from '#components/messages/api-docs';
import { addressOf } from '#lib/site/address.rules';
import styles from './api-docs.module.css';
import type { ShownField, ShownOperation } from './api-docs-data';
import { toCurl } from './curl';
import { FilledCommand } from './fill-in';
import { Prose } from './prose';
import { MANAGE_TOKEN_HEADER, PLACEHOLDERS, placeholderValues, toRequest } from './request';
import { ResponseList } from './responses';

interface OperationProps {
  operation: ShownOperation;
  baseUrl: string;
  /** The operation's own responses, without the common ones. */
  responses: ShownOperation['responses'];
}

export function Operation({ operation, baseUrl, responses }: OperationProps) {
  const { id, method, path, summary, description, needsKey, parameters, body } = operation;
  const values = placeholderValues(operation);
  const commandWith = (parameters: Record<string, string>, apiKey: string) =>
    toCurl(toRequest(operation, baseUrl, { ...values, parameters: { ...values.parameters, ...parameters } }, apiKey));
  // The known manage token is a paste's, so other operations don't get it.
  const takesToken = path.includes('{publicId}') && parameters.some(({ name }) => name === MANAGE_TOKEN_HEADER);
  const token = takesToken ? { [MANAGE_TOKEN_HEADER]: PLACEHOLDERS.manageToken } : {};
  // The page's own pastes, with which the commands begin, can be changed only with a credential.
  const plain = method === 'GET' ? {} : token;
  return (
    <section className={`stack ${styles.operation}`} aria-labelledby={id}>
      <h2 id={id}>{summary}</h2>
      <p className={styles.address}>
        <code>
          <strong>{method}</strong> {path}
        </code>
        <span>{needsKey ? messages.keyNeeded : messages.keyOptional}</span>
        <a href={addressOf(`/docs/api/try?operation=${id}`)} aria-label={messages.tryThisOf(summary)}>
          {messages.tryThis}
        </a>
      </p>
      <p>
        <Prose text={description} />
      </p>
      <FilledCommand
        codes={{
          plain: commandWith(plain, needsKey ? PLACEHOLDERS.apiKey : ''),
          key: commandWith({}, PLACEHOLDERS.apiKey),
          token: commandWith(token, needsKey ? PLACEHOLDERS.apiKey : ''),
          both: commandWith(token, PLACEHOLDERS.apiKey),
        }}
        label={messages.copyOf(summary)}
      />
      <Fields title={messages.parameters} fields={parameters} />
      <Fields title={messages.body} fields={body?.fields ?? []} />
      <h3>{messages.responses}</h3>
      <ResponseList responses={responses} />
    </section>
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
