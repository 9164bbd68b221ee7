import type { adminMessages } from '#components/messages/admin';
import type { OverseenPaste } from '#lib/pastes/service/paste-oversight.rules';

/** The addresses of a list's next and first page; null: there is none, or it is this one. */
export interface PageLinks {
  next: string | null;
  first: string | null;
}

/** A reported paste that is still there. */
export type ReportedPaste = Pick<
  OverseenPaste,
  'id' | 'ownerId' | 'ownerName' | 'syntax' | 'isE2ee' | 'burnAfterRead' | 'maxReads' | 'contentBytes'
>;

export type ShownPaste = OverseenPaste<string>;

export interface PasteFilter {
  owner: string;
  anonymous: boolean;
  from: string;
  to: string;
  held: boolean;
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
