import accountStyles from '#components/account/account.module.css';
import { PageHead } from '#components/account/account-frame';
import { When } from '#components/account/when';
import { adminMessages } from '#components/messages/admin';
import { Button } from '#components/ui/button';
import { Field, TextField } from '#components/ui/field';
import { PasteIdInput } from '#components/ui/paste-id-input';
import { Select } from '#components/ui/select';
import { AUDIT_ACTIONS } from '#lib/audit/audit.rules';
import { HOUR_MS } from '#lib/encoding/time.rules';
import { addressOf } from '#lib/site/address.rules';
import styles from './admin.module.css';
import type { AuditQuery, ShownEntry, Turns } from './admin-data';
import { ListPager } from './admin-frame';

const messages = adminMessages.audit;

export function Audit({
  entries,
  query,
  keptDays,
  turns,
}: {
  entries: readonly ShownEntry[];
  query: AuditQuery;
  keptDays: number;
  turns: Turns;
}) {
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
        <Button type="submit">{adminMessages.filter}</Button>
      </form>
      {entries.length === 0 ? <p>{adminMessages.none}</p> : null}
      <ul className={accountStyles.list}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      <ListPager turns={turns} />
    </>
  );
}

function Entry({ entry }: { entry: ShownEntry }) {
  const { at, actor, userId, userName, action, object, details } = entry;
  return (
    <li className={styles.row}>
      <h2>
        {messages.actions[action]}: <bdi>{actor === 'user' ? (userName ?? messages.gone(userId ?? 0)) : messages.by[actor]}</bdi>
      </h2>
      <p className={styles.facts}>
        <When time={at} />
        {object === null ? null : (
          <a href={addressOf(`/account/admin/audit?object=${encodeURIComponent(object)}`)}>{messages.about(objectOf(entry, object))}</a>
        )}
        {Object.entries(details).map(([name, value]) => {
          const [words, shown] = inWords(name, String(value));
          if (words === undefined) return null;
          return (
            <span key={name}>
              {words} {shown === undefined ? null : <bdi translate="no">{shown}</bdi>}
            </span>
          );
        })}
      </p>
    </li>
  );
}

/** Names the object of an action as people know it. @param object its id */
function objectOf({ action, objectName }: ShownEntry, object: string): string {
  const [kind = ''] = action.split('.');
  if (kind !== 'user' && kind !== 'session') return messages.objects[kind]?.(object) ?? object;
  return objectName ?? (/^\d+$/.test(object) ? messages.gone(object) : messages.unknownPerson);
}

/** @returns words for a detail, and the recorded value where it is shown beside them */
function inWords(name: string, value: string): readonly [words?: string, value?: string] {
  if (name === 'forMs') return [messages.lasts(Math.ceil(Number(value) / HOUR_MS))];
  if (name === 'reason') return [messages.because, messages.refusals[value] ?? value];
  return messages.details[name]?.(value) ?? [`${name}:`, value];
}
