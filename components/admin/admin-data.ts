import type { adminMessages } from '#components/messages/admin';
import type { ActorKind, AuditAction, AuditDetails } from '#lib/audit/audit.rules';
import type { OverseenPaste } from '#lib/pastes/service/paste-oversight.rules';
import type { ReportReason } from '#lib/reports/report.rules';

/** The addresses of a list's next and first page; null: there is none, or it is this one. */
export interface Turns {
  next: string | null;
  first: string | null;
}

/** A report; times here and below are in ISO 8601. */
export interface ShownReport {
  id: string;
  publicId: string;
  reason: ReportReason;
  text: string;
  contact: string;
  link: string;
  createdAt: string;
  closedAt: string | null;
}

/** A reported paste, as far as it is still there. */
export type ReportedPaste = Pick<OverseenPaste<string>, 'ownerId' | 'ownerName'>;

export type ShownPaste = OverseenPaste<string>;

/** The filter of the list of pastes, as its form has it. */
export interface PasteFilter {
  owner: string;
  anonymous: boolean;
  from: string;
  to: string;
  held: boolean;
}

export interface ShownUser {
  id: number;
  name: string;
  createdAt: string;
  disabledAt: string | null;
  promotedAt: string | null;
  /** Whether a group at the provider makes sessions of one of the user's identities an administrator's. */
  isGroupAdmin: boolean;
  selfRegistered: boolean;
  activeKeys: number;
  pastes: number;
  hasMorePastes: boolean;
}

export interface ShownBan {
  network: string;
  reason: string | null;
  createdAt: string;
  expiresAt: string | null;
}

export interface ShownEntry {
  id: string;
  at: string;
  actor: ActorKind;
  userId: number | null;
  userName: string | null;
  action: AuditAction;
  object: string | null;
  /** The name of the user whom the action is about. */
  objectName: string | null;
  details: AuditDetails;
}

export interface AuditQuery {
  action: string;
  actor: string;
  user: string;
  object: string;
}

export interface ShownHealth {
  checks: readonly { name: string; state: 'ok' | 'warning' | 'failed'; message: string }[];
  backlog: Readonly<Record<keyof typeof adminMessages.health.counts, number>>;
  /** The highest number that the backlog counts up to. */
  maxCounted: number;
  versions: { sealpaste: string; node: string; database: string };
}
