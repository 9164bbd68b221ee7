import accountStyles from '#components/account/account.module.css';
import { LoneLink, PageHead } from '#components/account/account-frame';
import { Dated } from '#components/account/when';
import { adminMessages } from '#components/messages/admin';
import { reportMessages } from '#components/messages/report';
import { ScrollingCode } from '#components/ui/copy-code';
import { Fact } from '#components/ui/fact';
import { shortened } from '#lib/pastes/paste.rules';
import type { OverseenPaste } from '#lib/pastes/service/paste-oversight.rules';
import type { ShownReport } from '#lib/reports/report.presenter';
import { addressOf } from '#lib/site/address.rules';
import styles from './admin.module.css';
import { AdminList, ListPager, type PageLinks } from './admin-frame';
import { Kind, ReportActions } from './pastes';

const messages = adminMessages.reports;

/** A reported paste that is still there. */
type ReportedPaste = Pick<OverseenPaste, 'id' | 'ownerId' | 'ownerName' | 'syntax' | 'isE2ee' | 'burnAfterRead' | 'contentBytes'>;

interface ReportsProps {
  reports: readonly (ShownReport & { paste: ReportedPaste | null })[];
  isAll: boolean;
  pageLinks: PageLinks;
}

export function Reports({ reports, isAll, pageLinks }: ReportsProps) {
  return (
    <>
      <PageHead title={adminMessages.pages.reports}>{messages.text}</PageHead>
      <nav aria-label={messages.choose} className={styles.navigation}>
        <a href={addressOf('/account/admin/reports')} aria-current={isAll ? undefined : 'page'}>
          {messages.open}
        </a>
        <a href={addressOf('/account/admin/reports?all=1')} aria-current={isAll ? 'page' : undefined}>
          {messages.all}
        </a>
      </nav>
      <AdminList rows={reports} none={isAll ? adminMessages.none : messages.none}>
        {(report) => (
          <li key={report.id} className={styles.row}>
            <h2>
              <a href={addressOf(`/account/admin/reports/${report.id}`)}>{messages.show(report.id)}</a>
            </h2>
            <p className={styles.facts}>
              <span>{reportMessages.reasons[report.reason]}</span>
              <span>
                {messages.aboutPaste(shortened(report.publicId))} <Owner paste={report.paste} />
              </span>
              {report.paste && <Kind paste={report.paste} />}
              <Dates report={report} />
            </p>
            <p className={styles.facts}>
              <bdi translate="no">{report.text}</bdi>
            </p>
          </li>
        )}
      </AdminList>
      <ListPager pageLinks={pageLinks} />
    </>
  );
}

function Owner({ paste }: { paste: ReportedPaste | null }) {
  if (paste === null) return messages.ownerUnknown;
  if (paste.ownerId === null) return messages.ofNobody;
  return <a href={addressOf(`/account/admin/users/${paste.ownerId}`)}>{messages.ofUser(paste.ownerName ?? String(paste.ownerId))}</a>;
}

function Dates({ report: { createdAt, closedAt } }: { report: ShownReport }) {
  return (
    <>
      <Dated label={messages.created} time={createdAt} />
      {closedAt === null ? null : <Dated label={messages.closed} time={closedAt} />}
    </>
  );
}

interface ReportDetailsProps {
  report: ShownReport;
  state: keyof typeof messages.states;
  /** null: the paste is gone. */
  paste: ReportedPaste | null;
  /** The first lines of a plain text; null: nobody may look at it in this page. */
  preview?: string | null;
}

/** Shows a report as plain text. */
export function ReportDetails({ report, state, paste, preview = null }: ReportDetailsProps) {
  const { id, publicId, reason, text, contact, link, closedAt } = report;
  return (
    <>
      <div>
        <h1>{messages.show(id)}</h1>
        <p className={styles.facts}>
          <Dates report={report} />
        </p>
      </div>
      <dl className={`stack ${styles.terms}`}>
        <Fact name={reportMessages.reason}>{reportMessages.reasons[reason]}</Fact>
        <OptionalFact term={messages.details} value={text} />
        <OptionalFact term={messages.contact} value={contact} />
        <OptionalFact term={messages.link} value={link} hint={messages.linkHint} />
        <Fact name={messages.paste}>
          <code>{publicId}</code> <a href={addressOf(`/view/${publicId}`)}>{messages.openPaste}</a>
          <p className={styles.facts}>{paste && <Kind paste={paste} />}</p>
          {preview === null ? (
            <p className={accountStyles.muted}>{messages.noPreview}</p>
          ) : (
            <section aria-label={messages.preview}>
              <ScrollingCode>{preview}</ScrollingCode>
            </section>
          )}
        </Fact>
        <Fact name={messages.owner}>
          <Owner paste={paste} />
        </Fact>
        <Fact name={messages.state}>{messages.states[state]}</Fact>
      </dl>
      <ReportActions
        reportId={id}
        isOpen={closedAt === null}
        paste={paste === null ? null : { id: paste.id, shown: shortened(publicId), isHeld: state === 'held' }}
      />
      <LoneLink href={addressOf('/account/admin/reports')}>{messages.back}</LoneLink>
    </>
  );
}

function OptionalFact({ term, value, hint }: { term: string; value: string; hint?: string }) {
  return (
    <Fact name={term}>
      {value === '' ? <span className={accountStyles.muted}>{messages.notGiven}</span> : <bdi translate="no">{value}</bdi>}
      {hint === undefined || value === '' ? null : <p className={accountStyles.muted}>{hint}</p>}
    </Fact>
  );
}
