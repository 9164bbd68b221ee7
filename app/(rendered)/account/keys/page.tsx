import { AccountFrame } from '#components/account/account-frame';
import { Keys } from '#components/account/keys';
import { accountMessages } from '#components/messages/account';
import { presentIdentity, presentOwnKey, presentSession } from '#lib/accounts/accounts.presenter';
import { services } from '#lib/composition/services';
import { parseNotice } from '#lib/forms/account-path';
import { loadFlash, requireSignedIn } from '../load-account';
import { titled } from '../titled';
import { endedSessions, loadMade } from './load-made';

export const generateMetadata = titled(accountMessages.keys.title);

export default async function KeysPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const notice = parseNotice((await searchParams).notice);
  const signedIn = await requireSignedIn();
  const { accounts, sessions, signInProvider } = await services();
  const keys = await accounts.listOwnKeys(signedIn);
  const own = await sessions.listOwn(signedIn);
  const identities = (await signInProvider?.identities.listOwn(signedIn)) ?? [];
  const made = await loadMade(signedIn, keys, identities);
  return (
    <AccountFrame userName={signedIn.userName} isAdmin={signedIn.isAdmin} page="keys" notice={notice}>
      <Keys
        keys={keys.map(presentOwnKey)}
        made={made}
        ownKeyId={signedIn.keyId}
        newKey={await loadFlash('newKey', signedIn)}
        sessions={own.map((session) => presentSession(session, keys, identities))}
        endedIds={endedSessions(made, own)}
        provider={signInProvider && { name: signInProvider.name, identities: identities.map(presentIdentity), ownId: signedIn.identityId }}
        userName={signedIn.userName}
        notice={notice}
      />
    </AccountFrame>
  );
}
