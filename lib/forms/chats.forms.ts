import { parseRowId } from '../http/row-id';
import { DestinationNotFoundError, TooManyChatsError, TooManyTokensError } from '../messenger/messenger.errors';
import { MESSENGER_EVENTS } from '../messenger/messenger.rules';
import { accountPath } from './account-path';
import { seen, seeOther, signedInAction, whenThrown } from './form-action';

/** Makes a linking token for the next page. The previous token of this browser stops working. */
const linkChat = signedInAction('link-chat', async ({ request, services, signedIn }) => {
  const { messenger, messengerBot, slashCommands, flashCookies } = services;
  if (messengerBot === null && slashCommands.platforms.length === 0) return accountPath('chats', { notice: 'chats-off' });
  const before = await flashCookies.linkingToken.findIn(signedIn, request.headers.get('cookie'));
  if (before !== null) await messenger.withdrawToken(signedIn, before);
  try {
    const { token } = await messenger.createToken(signedIn);
    return seeOther(accountPath('chats'), await flashCookies.linkingToken.give(signedIn, token));
  } catch (error) {
    if (error instanceof TooManyChatsError) return accountPath('chats', { notice: 'too-many-chats' });
    if (error instanceof TooManyTokensError) return accountPath('chats', { notice: 'too-many-tokens' });
    throw error;
  }
});

/** Ends the display of a linking token. An unused token links nothing from now on. */
const endLinking = signedInAction('end-linking', async (call) => {
  const { messenger, flashCookies } = call.services;
  const token = await flashCookies.linkingToken.findIn(call.signedIn, call.request.headers.get('cookie'));
  if (token !== null) await messenger.withdrawToken(call.signedIn, token);
  return seen(call, accountPath('chats'), flashCookies.linkingToken.end);
});

/** Browsers send only the boxes that are ticked. */
const isTicked = (value: string | undefined) => value === 'on';

/** The notice is the same for a missing chat and another user's. */
const orChatGone = whenThrown(DestinationNotFoundError, 'chat-gone');

const changeChat = signedInAction('change-chat', async ({ fields, services, signedIn }) => {
  const changes = { events: MESSENGER_EVENTS.filter((event) => isTicked(fields[event])), isActive: isTicked(fields.isActive) };
  const change = services.messenger.update(signedIn, parseRowId(fields.destinationId ?? ''), changes);
  return accountPath('chats', { notice: await change.then(() => 'chat-saved', orChatGone) });
});

const unlinkChat = signedInAction('unlink-chat', async ({ fields, services, signedIn }) => {
  const removal = services.messenger.remove(signedIn, parseRowId(fields.destinationId ?? ''));
  return accountPath('chats', { notice: await removal.then(() => 'chat-unlinked', orChatGone) });
});

export const chatsForms = [linkChat, endLinking, changeChat, unlinkChat];
