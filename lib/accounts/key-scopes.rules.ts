/** Scopes: the actions that a key allows. Browser-safe. */

export const KEY_SCOPES = ['pastes:create', 'pastes:read', 'pastes:manage', 'webhooks', 'chats'] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];

/** @param stored names with spaces between them; null: the key may do everything. A name that this version doesn't know allows nothing. */
export function parseScopes(stored: string | null): readonly KeyScope[] | null {
  return stored === null ? null : KEY_SCOPES.filter((scope) => stored.split(' ').includes(scope));
}

/** @param scopes null, or all of them: the key may do everything */
export function formatScopes(scopes: readonly KeyScope[] | null): string | null {
  return scopes?.join(' ') ?? null;
}
