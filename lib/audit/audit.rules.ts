/** The actions that the audit records. Browser-safe: no imports. */

/** All recorded actions. The part before the dot names the kind of object. */
export const AUDIT_ACTIONS = [
  'session.started',
  'session.refused',
  'session.ended',
  'key.created',
  'key.renamed',
  'key.revoked',
  'identity.linked',
  'identity.unlinked',
  'user.created',
  'user.deleted',
  'user.disabled',
  'user.enabled',
  'user.promoted',
  'user.demoted',
  'user.exported',
  'paste.deleted',
  'paste.held',
  'paste.released',
  'paste.removed',
  'report.opened',
  'report.closed',
  'ban.added',
  'ban.lifted',
  'audit.exported',
  'backup.started',
  'restore.finished',
  'rotation.started',
  'master-key.retired',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** `operator`: by a command of `admin`. `visitor`: nobody was signed in. */
export const ACTOR_KINDS = ['user', 'operator', 'visitor'] as const;

export type ActorKind = (typeof ACTOR_KINDS)[number];

/** The one who acts. */
export type Actor = { readonly userId: number } | 'operator' | 'visitor';

/** Details of an action: names, never contents, keys or tokens, and no public id of an existing paste. */
export type AuditDetails = Readonly<Record<string, string | number | boolean>>;
