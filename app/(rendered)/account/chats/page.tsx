import { Chats } from '#components/events/chats';
import type { Linking } from '#components/events/chats-data';
import { chatsMessages } from '#components/messages/chats';
import type { SignedIn } from '#lib/accounts/principal';
import { services } from '#lib/composition/services';
import { presentLinkedChat } from '#lib/messenger/messenger.presenter';
import { loadFlash } from '../../visitor';
import { signedInPage, titled } from '../signed-in-page';

export const generateMetadata = titled(() => chatsMessages.title);

export default signedInPage('chats', async ({ signedIn }) => {
  const { messenger, messengerBot, slashCommands } = await services();
  const linking = await loadLinking(signedIn);
  // Read after the token, so that a chat that the page calls linked is in the list.
  const chats = await messenger.list(signedIn);
  const ways = { hasBot: messengerBot !== null, slashPlatforms: slashCommands.platforms };
  return <Chats chats={chats.map(presentLinkedChat)} ways={ways} linking={linking} />;
});

/** Loads the state of the linking token that was made in this browser. */
async function loadLinking(signedIn: SignedIn): Promise<Linking | null> {
  const token = await loadFlash('linkingToken', signedIn);
  if (token === null) return null;
  const { messenger, messengerBot } = await services();
  const linking = await messenger.findLinking(signedIn, token);
  return linking.state === 'waiting' ? { ...linking, token, botName: (await messengerBot?.name()) ?? null } : linking;
}
