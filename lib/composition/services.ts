import type { AccountsService } from '../accounts/accounts.service';
import type { ClientLogin } from '../accounts/client-login';
import type { FlashCookie } from '../accounts/flash-cookie';
import type { IdentitiesService } from '../accounts/identities.service';
import type { SessionsService } from '../accounts/sessions.service';
import type { AuditService } from '../audit/audit.service';
import type { Config } from '../config/config';
import type { Database } from '../db/database';
import type { Logger } from '../log/logger';
import type { MessengerBot } from '../messenger/messenger.bot';
import type { MessengerService } from '../messenger/messenger.service';
import type { OidcAttempt, OidcProvider } from '../oidc/oidc.provider';
import type { BansService } from '../operations/bans/bans.service';
import type { Health } from '../operations/doctor/health';
import type { Metrics } from '../operations/metrics/metrics';
import type { Vitals } from '../operations/metrics/vitals';
import type { DispatcherOptions } from '../outbox/outbox.dispatcher';
import type { Idempotency } from '../pastes/creating/paste.idempotency';
import type { PasteModeration } from '../pastes/oversight/paste.moderation';
import type { PasteOversight } from '../pastes/oversight/paste.oversight';
import type { PasteService } from '../pastes/service/paste.service';
import type { ReceiptService } from '../receipts/receipt.service';
import type { ReportService } from '../reports/report.service';
import type { RequestService } from '../requests/request.service';
import type { Site } from '../site/site';
import type { Keyring } from '../vault/keyring';
import type { OpenEach } from '../vault/vault.damage';
import type { WebhookOutcome } from '../webhooks/webhook.outcome';
import type { WebhookService } from '../webhooks/webhook.service';
import type { Limiters } from './build-limiters';

export interface Services extends Limiters {
  config: Config;
  site: Site;
  log: Logger;
  db: Database;
  keyring: Keyring;
  accounts: AccountsService;
  sessions: SessionsService;
  /** Sign-in by OpenID Connect; null when no provider is configured. */
  signInProvider: { name: string; identities: IdentitiesService; oidc: OidcProvider } | null;
  /** Keys for programs on people's own machines. */
  clientLogin: ClientLogin;
  flashCookies: FlashCookies;
  pastes: PasteService;
  /** Creates that came with an `Idempotency-Key`. */
  idempotentCreates: Idempotency;
  receipts: ReceiptService;
  secretRequests: RequestService;
  moderation: PasteModeration;
  /** Pastes as an administrator sees them. */
  oversight: PasteOversight;
  reports: ReportService;
  /** Queue of notices for REPORT_WEBHOOK; null when none is configured. */
  reportNotices: Pick<DispatcherOptions, 'queue' | 'attempt'> | null;
  webhooks: WebhookService;
  /** Queue of deliveries to webhooks. */
  webhookDeliveries: Pick<DispatcherOptions, 'queue' | 'attempt'>;
  messenger: MessengerService;
  /** Queue of messages to chats; null without a bot. */
  notifications: (Pick<DispatcherOptions, 'queue' | 'attempt'> & { tokenRefused: AbortSignal }) | null;
  /** The bot itself, for operators; null without a token. */
  messengerBot: MessengerBot | null;
  bans: BansService;
  audit: AuditService;
  metrics: Metrics;
  /** Measures disk, database, Redis and bans once, for the metrics. */
  measure(): Promise<void>;
  version: string;
  /** Counts workers and tells the age of the last backup. */
  vitals(): Promise<Vitals>;
  /** Runs the doctor's quick checks, and counts what waits. */
  health(): Promise<Health>;
  /** True from the first signal to stop: readiness fails, and requests under way are finished. */
  stopping: boolean;
  /** Writes what is in memory and closes the database and the counters' store. */
  close(): Promise<void>;
}

/** Parts that all the others are built from. */
export interface Foundation extends Pick<Services, 'config' | 'db' | 'keyring' | 'log'> {
  /** Logs each row that doesn't decrypt once, whichever caller meets it. */
  openEach: OpenEach;
}

/** Contents of the flash cookies by which forms tell the next page what happened. */
export interface FlashContents {
  /** A key that was just made. */
  newKey: string;
  /** A token that was made to link a chat. */
  linkingToken: string;
  /** Names of the pastes that a form has just changed, as the list called them. */
  changedPastes: string[];
  webhookOutcome: WebhookOutcome;
  /** A sign-in that is under way at the provider, and where it leads. For somebody signed in: they link an identity. */
  /** `isAgain`: somebody signed in confirms who they are. */
  oidcAttempt: OidcAttempt & { returnTo: string; isAgain: boolean };
}

export type FlashCookies = { [What in keyof FlashContents]: FlashCookie<FlashContents[What]> };

/** Pages are compiled by Next into modules of their own, and find the one instance of the services here. */
const KEY = Symbol.for('sealpaste.services');
const process_ = globalThis as { [KEY]?: () => Promise<Services> };

/** @param open gives the same services each time; it may build them when it is first called */
export function provideServices(open: () => Promise<Services>): void {
  process_[KEY] = open;
}

export function areServicesProvided(): boolean {
  return process_[KEY] !== undefined;
}

export async function services(): Promise<Services> {
  const open = process_[KEY];
  if (!open) throw new Error('nobody has provided services to this process');
  return open();
}
