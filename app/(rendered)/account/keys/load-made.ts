import type { ShownMade } from '#components/account/account-data';
import { accountMessages } from '#components/messages/account';
import { isSessionId } from '#lib/accounts/endings.rules';
import type { SignedIn } from '#lib/accounts/principal';
import { services } from '#lib/composition/services';
import { presentWebhook } from '#lib/webhooks/webhook.presenter';

type WithMakers = Pick<ShownMade, 'makers'>;

/** Loads the user's things that were made with a key, an identity or a session. */
export async function loadMade(
  signedIn: SignedIn,
  keys: readonly (WithMakers & { name: string | null; isActive: boolean })[],
  identities: readonly (WithMakers & { name: string })[],
): Promise<ShownMade[]> {
  const { webhooks, messenger, mail } = await services();
  const [hooks, chats, mailbox] = await Promise.all([webhooks.list(signedIn), messenger.list(signedIn), mail?.find(signedIn)]);
  const shown = (kind: ShownMade['kind'], name: string, { makers }: WithMakers): ShownMade => ({ kind, name, makers });
  return [
    ...keys.filter(({ isActive }) => isActive).map((key) => shown('key', key.name ?? accountMessages.keys.unnamed, key)),
    ...identities.map((identity) => shown('identity', identity.name, identity)),
    ...hooks.map((hook) => shown('webhook', presentWebhook(hook).url, hook)),
    ...chats.map((chat) => shown('chat', chat.chatTitle, chat)),
    ...(mailbox ? [shown('mailbox', mailbox.address, mailbox)] : []),
  ].filter(({ makers }) => makers.length > 0);
}

/** Ids of ended sessions in which existing things were made. */
export function endedSessions(made: readonly ShownMade[], sessions: readonly { id: string }[]): string[] {
  const ids = new Set(made.flatMap(({ makers }) => makers.filter(isSessionId)));
  return [...ids].filter((id) => !sessions.some((session) => session.id === id));
}
