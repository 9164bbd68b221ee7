/** Kinds of mails, and their limits. Browser-safe. */
import { DAY_MS, HOUR_MS } from '../encoding/time.rules';

/** Kinds that each account can switch on and off. */
export const OWN_MAIL_KINDS = ['opened', 'answered', 'expiring'] as const;
export const ADMIN_MAIL_KINDS = ['reports', 'worker'] as const;
export const CHOSEN_MAIL_KINDS = [...OWN_MAIL_KINDS, ...ADMIN_MAIL_KINDS] as const;
export type ChosenMailKind = (typeof CHOSEN_MAIL_KINDS)[number];
/**
 * `confirm` asks the address for its confirmation; `test` was asked for on the account page; `refused` comes with `opened`, when a reader
 * for whom a code was mailed gets nothing.
 */
export type MailKind = ChosenMailKind | 'confirm' | 'test' | 'refused';
/** The headlines (locales/en/events.json) of the kinds that are about events. */
export const MAIL_EVENTS = {
  opened: 'paste.deleted.burned',
  answered: 'request.answered',
  expiring: 'paste.expiring',
  refused: 'paste.refused',
  reports: 'report.created',
} as const satisfies Partial<Record<MailKind, string>>;

/** Limit of RFC 5321 §4.5.3.1.3 for an address in a command. */
export const MAX_ADDRESS_CHARACTERS = 254;

/** The pattern of an address in HTML (`input type=email`), which has no quoted parts and no comments. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

export const isMailAddress = (text: string): boolean => text.length <= MAX_ADDRESS_CHARACTERS && ADDRESS.test(text);

/** Time for which the link that confirms an address works. */
export const CONFIRM_TTL_MS = HOUR_MS;

/** Requests to confirm an address and tests that one user may ask for, and codes to recipients of their pastes. */
export const ASKED_MAILS_PER_HOUR = 10;
/** Mails that an address gets without its consent, from all users together: requests to confirm it, and codes. */
export const UNASKED_MAILS_PER_DAY = 3;
/** Time for which a code that was mailed to a paste's recipient works. Then its reader may ask for another. */
export const CODE_MS = 10 * 60_000;
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
