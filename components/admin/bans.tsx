import accountStyles from '#components/account/account.module.css';
import { PageHead, refusalAt, type Typed } from '#components/account/account-frame';
import { ActionButton, ActionForm } from '#components/account/action-form';
import { Dated } from '#components/account/when';
import { adminMessages } from '#components/messages/admin';
import { SubmitButton } from '#components/ui/button';
import { Field, TextField } from '#components/ui/field';
import { Section } from '#components/ui/section';
import { Select } from '#components/ui/select';
import type { Notice } from '#lib/forms/notice.rules';
import type { ShownBan } from '#lib/operations/bans.presenter';
import styles from './admin.module.css';
import type { Turns } from './admin-data';
import { ListPager } from './admin-frame';

const messages = adminMessages.bans;
const MAX_REASON_CHARACTERS = 200;

interface BansProps {
  bans: readonly ShownBan[];
  turns: Turns;
  notice: Notice | null;
  /** The fields of the refused form. */
  typed?: Typed;
}

export function Bans({ bans, turns, notice, typed = {} }: BansProps) {
  return (
    <>
      <PageHead title={adminMessages.pages.bans}>{messages.text}</PageHead>
      <Section id="add" title={messages.add} className={accountStyles.section}>
        <ActionForm action="admin-add-ban" className={styles.fields}>
          <TextField
            id="network"
            name="network"
            label={messages.network}
            hint={messages.networkHint}
            required
            maxLength={50}
            defaultValue={typed.network}
            {...refusalAt('network', notice)}
          />
          <Field id="duration" label={messages.duration}>
            <Select id="duration" name="duration" defaultValue={typed.duration ?? '7d'} options={Object.entries(messages.durations)} />
          </Field>
          <TextField id="reason" name="reason" label={messages.reason} maxLength={MAX_REASON_CHARACTERS} defaultValue={typed.reason} />
          <SubmitButton>{messages.submit}</SubmitButton>
        </ActionForm>
      </Section>
      <Section id="bans" title={messages.list} className={accountStyles.section}>
        {bans.length === 0 ? <p>{messages.none}</p> : null}
        <ul className={accountStyles.list}>
          {bans.map(({ network, reason, createdAt, expiresAt }) => (
            <li key={network} className={styles.row}>
              <h3>
                <code>{network}</code>
              </h3>
              <p className={styles.facts}>
                {reason === null ? null : <span>{reason}</span>}
                <Dated label={messages.since} time={createdAt} />
                <Dated label={messages.until} time={expiresAt} never={messages.ever} />
              </p>
              <ActionButton action="admin-lift-ban" fields={{ network }} aria-label={messages.liftOf(network)}>
                {messages.lift}
              </ActionButton>
            </li>
          ))}
        </ul>
      </Section>
      <ListPager turns={turns} />
    </>
  );
}
