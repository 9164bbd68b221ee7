import { Keys } from '#components/account/keys';
import { accountMessages } from '#components/messages/account';
import { presentIdentity, presentOwnKey, presentSession } from '#lib/accounts/accounts.presenter';
import { services } from '#lib/composition/services';
import { loadFlash, loadTyped } from '../../visitor';
import { signedInPage, titled } from '../signed-in-page';
import { endedSessions, loadMade } from './load-made';

export const generateMetadata = titled(() => accountMessages.keys.title);

export default signedInPage('keys', async ({ signedIn, notice }) => {
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
      newKey={await loadFlash('newKey', signedIn)}
      sessions={own.map((session) => presentSession(session, keys, identities))}
      endedIds={endedSessions(made, own)}
      provider={signInProvider && { name: signInProvider.name, identities: identities.map(presentIdentity), ownId: signedIn.identityId }}
      userName={signedIn.userName}
      notice={notice}
      typed={await loadTyped(notice, signedIn)}
    />
  );
});
