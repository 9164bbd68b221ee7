/** What stands in the trail. Browser-safe: no imports. */

/** Everything that is recorded. The part before the point says what kind of thing it was done to. */
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
  'paste.deleted',
  'paste.held',
  'paste.released',
  'paste.removed',
  'report.opened',
  'report.closed',
  'ban.added',
  'ban.lifted',
  'trail.exported',
  'backup.started',
  'export.started',
  'restore.finished',
  'import.finished',
  'rotation.started',
  'master-key.retired',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** `operator`: by a command of `admin`. `visitor`: nobody was signed in. */
export const ACTOR_KINDS = ['user', 'operator', 'visitor'] as const;

export type ActorKind = (typeof ACTOR_KINDS)[number];

/** Who does something. */
export type Actor = { readonly userId: number } | 'operator' | 'visitor';

/** What else is known of it: names, never contents, keys or tokens, and no public id of a paste that is there. */
export type AuditDetails = Readonly<Record<string, string | number | boolean>>;
