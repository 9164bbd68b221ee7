import { Chats } from '#components/events/chats';
import { chatsMessages } from '#components/messages/chats';
import { services } from '#lib/composition/services';
import { presentLinkedChat } from '#lib/messenger/messenger.presenter';
import { signedInPage, titled } from '../signed-in-page';

export const generateMetadata = titled(() => chatsMessages.title);

export default signedInPage('chats', async (signedIn) => {
  const { messenger, messengerBot, slashCommands } = await services();
  const [chats, botName = null] = await Promise.all([messenger.list(signedIn), messengerBot?.name()]);
  const ways = { hasBot: messengerBot !== null, botName, slashPlatforms: slashCommands.platforms };
  return <Chats chats={chats.map(presentLinkedChat)} ways={ways} />;
});
