import type { MailKind } from '#lib/mail/mail.rules';

/** A mail in its owner's list. */
export interface ShownMail {
  id: string;
  kind: MailKind;
  /** pending, retrying, delivered, failed or cancelled. */
  status: string;
  /** The mail server's reply, or why there was none. */
  error: string | null;
  /** ISO 8601. */
  createdAt: string;
}
