'use client';

import accountStyles from '#components/account/account.module.css';
import { PageHead } from '#components/account/account-frame';
import { ChangeButton, ChangeForm, Changing, type Fields } from '#components/account/change-form';
import { Dated } from '#components/account/when';
import { pageClient } from '#components/client/page.client';
import { adminMessages } from '#components/messages/admin';
import { noticeMessages } from '#components/messages/notice';
import { SubmitButton } from '#components/ui/button';
import { Field, TextField } from '#components/ui/field';
import { Section } from '#components/ui/section';
import { Select } from '#components/ui/select';
import type { ApiProblem } from '#lib/client/api-problem';
import { addBan, liftBan } from '#lib/client/operations.generated';
import { DAY_SECONDS, HOUR_SECONDS } from '#lib/encoding/time.rules';
import type { ShownBan } from '#lib/operations/bans.presenter';
import { MAX_BAN_REASON_CHARACTERS } from '#lib/operations/bans.rules';
import styles from './admin.module.css';
import { AdminList, ListPager, type PageLinks } from './admin-frame';

const messages = adminMessages.bans;
/** Seconds by the names of durations; undefined: for ever. */
const SECONDS = {
  '1h': HOUR_SECONDS,
  '24h': DAY_SECONDS,
  '7d': 7 * DAY_SECONDS,
  '30d': 30 * DAY_SECONDS,
  ever: undefined,
} as const satisfies Record<keyof typeof messages.durations, number | undefined>;

async function sendBan({ network = '', duration, reason }: Fields): Promise<string> {
  await pageClient.call(addBan, { body: { network, ttlSeconds: SECONDS[duration as keyof typeof SECONDS], reason } });
  return noticeMessages.done['ban-added'];
}

function problemOf({ code }: ApiProblem): string {
  const { failed } = noticeMessages;
  if (code === 'own_address') return failed['own-address'];
  return failed[code === 'network_too_large' ? 'ban-too-large' : 'ban-refused'];
}

export function Bans({ bans, pageLinks }: { bans: readonly ShownBan[]; pageLinks: PageLinks }) {
  return (
    <>
      <PageHead title={adminMessages.pages.bans}>{messages.text}</PageHead>
      <Section id="add" title={messages.add} className={accountStyles.section}>
        <ChangeForm isEmptiedAfter onSend={sendBan} shownAt={['network']} className={styles.fields}>
          {(refused) => (
            <>
              <TextField
                id="network"
                name="network"
                label={messages.network}
                hint={messages.networkHint}
                problem={refused && problemOf(refused)}
                required
                maxLength={50}
              />
              <Field id="duration" label={messages.duration}>
                <Select id="duration" name="duration" defaultValue="7d" options={Object.entries(messages.durations)} />
              </Field>
              <TextField id="reason" name="reason" label={messages.reason} maxLength={MAX_BAN_REASON_CHARACTERS} />
              <SubmitButton>{messages.submit}</SubmitButton>
            </>
          )}
        </ChangeForm>
      </Section>
      <Section id="bans" title={messages.list} className={accountStyles.section}>
        <Changing>
          <AdminList rows={bans} none={messages.none}>
            {({ network, reason, createdAt, expiresAt }) => (
              <li key={network} className={styles.row}>
                <h3>
                  <code>{network}</code>
                </h3>
                <p className={styles.facts}>
                  {reason === null ? null : <span>{reason}</span>}
                  <Dated label={messages.since} time={createdAt} />
                  <Dated label={messages.until} time={expiresAt} never={messages.ever} />
                </p>
                <ChangeButton
                  mayVanish
                  onSend={() => pageClient.call(liftBan, { query: { network } }).then(() => noticeMessages.done['ban-lifted'])}
                  aria-label={messages.liftOf(network)}
                >
                  {messages.lift}
                </ChangeButton>
              </li>
            )}
          </AdminList>
        </Changing>
      </Section>
      <ListPager pageLinks={pageLinks} />
    </>
  );
}
