import X from 'lucide-react/icons/x';
import { requestMessages } from '#components/messages/request';
import { Button } from '#components/ui/button';
import { Field } from '#components/ui/field';
import fieldStyles from '#components/ui/field.module.css';
import { IconButton } from '#components/ui/icon-button';
import { Select } from '#components/ui/select';
import { MAX_FIELD_NAME_CHARACTERS, MAX_FIELDS } from '#lib/envelope/envelope.rules';
import { type AskedField, FIELD_KINDS, isFieldName } from '#lib/envelope/request-vault';
import styles from './requests.module.css';

const messages = requestMessages.ask;
type Name = keyof typeof messages.names;
type Template = keyof typeof messages.templates;

const EMPTY: AskedField = { name: '', kind: 'text' };
/** The names are words of the asker's language, so they are read when one is chosen. */
const TEMPLATES: Record<Template, Partial<Record<Name, AskedField['kind']>>> = {
  text: {},
  login: { user: 'text', password: 'secret' },
  ssh: { sshKey: 'multiline', passphrase: 'secret' },
  api: { keyId: 'text', apiKey: 'secret' },
  wifi: { network: 'text', password: 'secret' },
  own: {},
};

function fieldsOf(template: Template): AskedField[] {
  if (template === 'own') return [EMPTY];
  return Object.entries(TEMPLATES[template]).map(([name, kind]) => ({ name: messages.names[name as Name], kind }));
}

/** Whether each field can be told from the others by its name. */
export const areNamed = (fields: readonly AskedField[]): boolean =>
  fields.every(({ name }) => isFieldName(name)) && new Set(fields.map(({ name }) => name)).size === fields.length;

interface AskedFieldsProps {
  fields: readonly AskedField[];
  isWrong: boolean;
  onFields: (fields: readonly AskedField[]) => void;
}

/** Chooses what an answer has: a text of any form, or fields with names. */
export function AskedFields({ fields, isWrong, onFields }: AskedFieldsProps) {
  const change = (at: number, part: Partial<AskedField>) =>
    onFields(fields.map((field, index) => (index === at ? { ...field, ...part } : field)));
  return (
    <>
      <Field id="form" label={messages.form}>
        <Select
          id="form"
          onChange={(event) => onFields(fieldsOf(event.target.value as Template))}
          options={Object.entries(messages.templates)}
        />
      </Field>
      {fields.length === 0 ? null : (
        <>
          <ul className="stack">
            {fields.map(({ name, kind }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a field is known by its place, and all of it is controlled
              <li key={index} className={styles.askedField}>
                <input
                  className={fieldStyles.input}
                  dir="auto"
                  value={name}
                  onChange={(event) => change(index, { name: event.target.value })}
                  aria-label={messages.fieldName(index + 1)}
                  aria-invalid={isWrong && !isFieldName(name)}
                />
                <Select
                  value={kind}
                  onChange={(event) => change(index, { kind: event.target.value as AskedField['kind'] })}
                  aria-label={messages.fieldKind(index + 1)}
                  options={FIELD_KINDS.map((known) => [known, messages.kinds[known]])}
                />
                <IconButton
                  label={messages.removeField(index + 1)}
                  icon={X}
                  disabled={fields.length === 1}
                  onClick={() => onFields(fields.filter((_, at) => at !== index))}
                />
              </li>
            ))}
          </ul>
          <p role="alert" className={fieldStyles.problem}>
            {isWrong ? messages.fieldsInvalid(MAX_FIELD_NAME_CHARACTERS) : ''}
          </p>
          <div>
            <Button disabled={fields.length === MAX_FIELDS} onClick={() => onFields([...fields, EMPTY])}>
              {messages.addField}
            </Button>
          </div>
        </>
      )}
    </>
  );
}
