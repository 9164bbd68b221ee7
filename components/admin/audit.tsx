import { PageHead } from '#components/account/account-frame';
import { When } from '#components/account/when';
import { adminMessages } from '#components/messages/admin';
import { SubmitButton } from '#components/ui/button';
import { Field, TextField } from '#components/ui/field';
import { PasteIdInput } from '#components/ui/paste-id-input';
import { Select } from '#components/ui/select';
import type { ShownEntry } from '#lib/audit/audit.presenter';
import { AUDIT_ACTIONS } from '#lib/audit/audit.rules';
import { HOUR_MS } from '#lib/encoding/time.rules';
import { formatUnit } from '#lib/locales/format.rules';
import { addressOf } from '#lib/site/address.rules';
import styles from './admin.module.css';
import { AdminList, ListPager, type PageLinks } from './admin-frame';

const messages = adminMessages.audit;

interface AuditProps {
  entries: readonly ShownEntry[];
  query: Record<'action' | 'actor' | 'user' | 'object', string>;
  keptDays: number;
  pageLinks: PageLinks;
}

export function Audit({ entries, query, keptDays, pageLinks }: AuditProps) {
  return (
    <>
      <PageHead title={adminMessages.pages.audit}>{messages.text(keptDays)}</PageHead>
      <form method="get" action={addressOf('/account/admin/audit')} className={styles.fields}>
        <Field id="action" label={messages.action}>
          <Select
            id="action"
            name="action"
            defaultValue={query.action}
            options={[['', messages.all], ...AUDIT_ACTIONS.map((action) => [action, messages.actions[action]] as const)]}
          />
        </Field>
        <Field id="actor" label={messages.actor}>
          <Select
            id="actor"
            name="actor"
            defaultValue={query.actor}
            options={Object.entries(messages.actors).map(([actor, label]) => [actor === 'any' ? '' : actor, label])}
          />
        </Field>
        <TextField id="user" name="user" label={messages.user} defaultValue={query.user} maxLength={64} />
        <Field id="object" label={messages.object} hint={messages.objectHint}>
          <PasteIdInput id="object" name="object" defaultValue={query.object} aria-describedby="object-hint" />
        </Field>
        <SubmitButton>{adminMessages.filter}</SubmitButton>
      </form>
      <AdminList rows={entries}>{(entry) => <Entry key={entry.id} entry={entry} />}</AdminList>
      <ListPager pageLinks={pageLinks} />
    </>
  );
}

function Entry({ entry }: { entry: ShownEntry }) {
  const { at, actor, userId, userName, action, object, details } = entry;
  return (
    <li className={styles.row}>
      <h2>{messages.actions[action]}</h2>
      <p className={styles.facts}>
        {actor === 'user' ? (
          <SentenceWithValue words={messages.by.user} value={userName ?? messages.gone(userId ?? 0)} />
        ) : (
          <span>{messages.by[actor]}</span>
        )}
        <When time={at} />
        {object === null ? null : (
          <a href={addressOf(`/account/admin/audit?object=${encodeURIComponent(object)}`)}>{messages.about(objectOf(entry, object))}</a>
        )}
        {Object.entries(details).map(([name, value]) => (
          <Detail key={name} name={name} value={String(value)} />
        ))}
      </p>
    </li>
  );
}

/** Names the object of an action as people know it. @param object its id */
function objectOf({ action, objectName }: ShownEntry, object: string): string {
  const [kind = ''] = action.split('.');
  if (kind === 'paste' && objectName !== null) return messages.paste(objectName);
  if (kind !== 'user' && kind !== 'session') {
    const name = Object.hasOwn(messages.objects, kind) ? messages.objects[kind as keyof typeof messages.objects] : object;
    return typeof name === 'string' ? name : name(object);
  }
  return objectName ?? (/^\d+$/.test(object) ? messages.gone(object) : messages.unknownPerson);
}

/** Says a detail in words, with the recorded value in a direction of its own. */
function Detail({ name, value }: { name: string; value: string }) {
  const { details, refusals } = messages;
  switch (name) {
    case 'forMs': {
      const hours = Math.ceil(Number(value) / HOUR_MS);
      return <span>{details.forMs(hours % 24 === 0 ? formatUnit(hours / 24, 'day') : formatUnit(hours, 'hour'))}</span>;
    }
    case 'reason':
      return (
        <SentenceWithValue
          words={details.reason}
          value={Object.hasOwn(refusals, value) ? refusals[value as keyof typeof refusals] : value}
        />
      );
    case 'scopes':
      return value === 'all' ? <span>{details.allScopes}</span> : <SentenceWithValue words={details.scopes} value={value} />;
    case 'maySignIn':
      return <span>{value === 'true' ? details.maySignIn : details.mayNotSignIn}</span>;
    case 'made':
      return value === '' ? null : <SentenceWithValue words={details.made} value={value} />;
    case 'keyId':
      return <SentenceWithValue words={details.keyId} value={`sp_${value}_…`} />;
    default: {
      const words = Object.hasOwn(details, name) ? details[name as keyof typeof details] : (shown: string) => `${name}: ${shown}`;
      return typeof words === 'string' ? <span>{words}</span> : <SentenceWithValue words={words} value={value} />;
    }
  }
}

function SentenceWithValue({ words, value }: { words: (value: string) => string; value: string }) {
  const [before, after] = words('\0').split('\0');
  return (
    <span>
      {before}
      <bdi translate="no">{value}</bdi>
      {after}
    </span>
  );
}
