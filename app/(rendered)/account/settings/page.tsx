import type { ShownMade } from '#components/account/change-form';
import { Keys } from '#components/account/keys';
import { accountMessages } from '#components/messages/account';
import { presentIdentity, presentOwnKey, presentSession } from '#lib/accounts/accounts.presenter';
import { isSessionId } from '#lib/accounts/endings.rules';
import type { SignedIn } from '#lib/accounts/principal';
import { services } from '#lib/composition/services';
import { presentWebhook } from '#lib/webhooks/webhook.presenter';
import { signedInPage, titled } from '../signed-in-page';

type WithMakers = Pick<ShownMade, 'makers'>;

export const generateMetadata = titled(() => accountMessages.pages.settings);

export default signedInPage('settings', async (signedIn) => {
  const { accounts, sessions, signInProvider } = await services();
  const keys = await accounts.listOwnKeys(signedIn);
  const own = await sessions.listOwn(signedIn);
  const identities = (await signInProvider?.identities.listOwn(signedIn)) ?? [];
  const made = await loadMade(signedIn, keys, identities);
  return (
    <Keys
      keys={keys.map(presentOwnKey)}
      made={made}
      ownKeyId={signedIn.keyId}
      sessions={own.map((session) => presentSession(session, keys, identities))}
      endedIds={endedSessions(made, own)}
      provider={signInProvider && { name: signInProvider.name, identities: identities.map(presentIdentity), ownId: signedIn.identityId }}
      userName={signedIn.userName}
    />
  );
});

/** Loads the user's things that were made with a key, an identity or a session. */
async function loadMade(
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
function endedSessions(made: readonly ShownMade[], sessions: readonly { id: string }[]): string[] {
  const ids = new Set(made.flatMap(({ makers }) => makers.filter(isSessionId)));
  return [...ids].filter((id) => !sessions.some((session) => session.id === id));
}
