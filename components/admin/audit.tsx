import accountStyles from '#components/account/account.module.css';
import { PageHead } from '#components/account/account-frame';
import { When } from '#components/account/when';
import { adminMessages } from '#components/messages/admin';
import { Button } from '#components/ui/button';
import { Field, TextField } from '#components/ui/field';
import { PasteIdInput } from '#components/ui/paste-id-input';
import { Select } from '#components/ui/select';
import { AUDIT_ACTIONS } from '#lib/audit/audit.rules';
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

function Entry({ entry: { at, actor, userId, userName, action, object, details } }: { entry: ShownEntry }) {
  return (
    <li className={styles.row}>
      <h2>
        {messages.actions[action]}: <bdi>{actor === 'user' ? (userName ?? messages.gone(userId ?? 0)) : messages.by[actor]}</bdi>
      </h2>
      <p className={styles.facts}>
        <When time={at} />
        {object === null ? null : (
          <a href={addressOf(`/account/admin/audit?object=${encodeURIComponent(object)}`)}>{messages.about(object)}</a>
        )}
        {Object.entries(details).map(([name, value]) => (
          <span key={name}>
            {name}: <bdi translate="no">{String(value)}</bdi>
          </span>
        ))}
      </p>
    </li>
  );
}
