/** Kinds of mails, and their limits. Browser-safe. */
import { DAY_MS, HOUR_MS } from '../encoding/time.rules';

/** Kinds that each account can switch on and off. */
export const OWN_MAIL_KINDS = ['opened', 'answered', 'expiring'] as const;
export const ADMIN_MAIL_KINDS = ['reports', 'worker'] as const;
export const CHOSEN_MAIL_KINDS = [...OWN_MAIL_KINDS, ...ADMIN_MAIL_KINDS] as const;
export type ChosenMailKind = (typeof CHOSEN_MAIL_KINDS)[number];
/** `confirm` asks the address for its confirmation; `test` was asked for on the account page. */
export type MailKind = ChosenMailKind | 'confirm' | 'test';
/** The headlines (locales/en/events.json) of the kinds that are about events. */
export const MAIL_EVENTS = {
  opened: 'paste.deleted.burned',
  answered: 'request.answered',
  expiring: 'paste.expiring',
  reports: 'report.created',
} as const satisfies Partial<Record<MailKind, string>>;

/** Limit of RFC 5321 §4.5.3.1.3 for an address in a command. */
export const MAX_ADDRESS_CHARACTERS = 254;
/** Time for which the link that confirms an address works. */
export const CONFIRM_TTL_MS = HOUR_MS;

/** Requests to confirm an address and tests that one user may ask for. */
export const ASKED_MAILS_PER_HOUR = 10;
/** Requests to confirm that one address gets from all users together. */
export const CONFIRMATIONS_PER_DAY = 3;
/** Mails that may wait for one mailbox; what happens beyond that is not mailed. */
export const MAX_WAITING_MAILS = 1_000;
export const MAX_SHOWN_MAILS = 5;

/** Failed attempts that end a mail which the server has put off: the last is half a day after the first. */
export const MAX_MAIL_ATTEMPTS = 12;
/** Time after which a mail is given up whose server takes nothing. */
export const MAX_MAIL_AGE_MS = 3 * DAY_MS;
/** Time for which a mail is kept, sent or not, and an address that nobody confirms. */
export const KEEP_MAILS_MS = 7 * DAY_MS;
/** Connections to the mail server: some allow few. */
export const MAX_MAIL_CONNECTIONS = 4;
/** Time of an attempt, less than a lease. */
export const SEND_TIMEOUT_MS = 30_000;
/** Time between two attempts while the server takes nothing. */
export const SERVER_PAUSE_MS = 20_000;

/** Time without a worker after which administrators are told, and after which they are told again. */
export const WORKER_SILENT_MS = 5 * 60_000;
export const WORKER_SILENT_AGAIN_MS = DAY_MS;
