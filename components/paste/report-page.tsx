import { ActionForm } from '#components/account/action-form';
import { reportMessages as messages } from '#components/messages/report';
import { SubmitButton } from '#components/ui/button';
import { Field, TextField } from '#components/ui/field';
import fieldStyles from '#components/ui/field.module.css';
import { MAX_REPORT_CONTACT_LENGTH, MAX_REPORT_LINK_LENGTH, MAX_REPORT_TEXT_LENGTH, REPORT_REASONS } from '#lib/reports/report.rules';
import styles from './report.module.css';

/** The page to report a paste; its form needs no JavaScript. */
export function ReportPage({ publicId, isEncrypted }: { publicId: string; isEncrypted: boolean }) {
  return (
    <main id="content" className={`column ${styles.page}`}>
      <h1>{messages.title}</h1>
      <p className={styles.muted}>{messages.intro}</p>
      <ActionForm action="report" fields={{ publicId }} className={styles.form}>
        <fieldset className={styles.reasons}>
          <legend className={fieldStyles.label}>{messages.reason}</legend>
          {REPORT_REASONS.map((reason) => (
            <label key={reason} className={styles.reason}>
              <input type="radio" name="reason" value={reason} required />
              {messages.reasons[reason]}
            </label>
          ))}
        </fieldset>
        <Field id="text" label={messages.text} note={messages.optional} hint={messages.textHint}>
          <textarea
            id="text"
            name="text"
            dir="auto"
            className={fieldStyles.input}
            rows={5}
            maxLength={MAX_REPORT_TEXT_LENGTH}
            aria-describedby="text-hint"
          />
        </Field>
        {isEncrypted ? (
          <TextField
            id="link"
            name="link"
            dir="ltr"
            label={messages.wholeLink}
            note={messages.optional}
            hint={messages.wholeLinkHint}
            maxLength={MAX_REPORT_LINK_LENGTH}
          />
        ) : null}
        <TextField
          id="contact"
          name="contact"
          label={messages.contact}
          note={messages.optional}
          hint={messages.contactHint}
          maxLength={MAX_REPORT_CONTACT_LENGTH}
        />
        <SubmitButton variant="primary">{messages.submit}</SubmitButton>
      </ActionForm>
    </main>
  );
}
