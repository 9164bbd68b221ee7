import { parseRowId } from '../http/row-id';
import { DestinationNotFoundError, TooManyChatsError, TooManyTokensError } from '../messenger/messenger.errors';
import { MESSENGER_EVENTS } from '../messenger/messenger.rules';
import { accountPath } from './account-path';
import { seen, seeOther, signedInAction, whenThrown } from './form-action';

/** Makes a linking token and hands it over to the page. The one this browser had before links nothing any more. */
const linkChat = signedInAction('link-chat', async ({ request, services, signedIn }) => {
  const { messenger, messengerBot, flashCookies } = services;
  if (messengerBot === null) return seeOther(accountPath('chats', { notice: 'chats-off' }));
  const before = await flashCookies.linkingToken.findIn(signedIn, request.headers.get('cookie'));
  if (before !== null) await messenger.withdrawToken(signedIn, before);
  try {
    const { token } = await messenger.createToken(signedIn);
    return seeOther(accountPath('chats'), await flashCookies.linkingToken.give(signedIn, token));
  } catch (error) {
    if (error instanceof TooManyChatsError) return seeOther(accountPath('chats', { notice: 'too-many-chats' }));
    if (error instanceof TooManyTokensError) return seeOther(accountPath('chats', { notice: 'too-many-tokens' }));
    throw error;
  }
});

/** What came of a linking token was seen, or it isn't wanted any more: unused, it links nothing from now on. */
const endLinking = signedInAction('end-linking', async ({ request, services: { messenger, flashCookies }, signedIn }) => {
  const { headers } = request;
  const token = await flashCookies.linkingToken.findIn(signedIn, headers.get('cookie'));
  if (token !== null) await messenger.withdrawToken(signedIn, token);
  return seen(headers, accountPath('chats'), flashCookies.linkingToken.end);
});

/** A box that isn't ticked isn't sent. */
const isTicked = (value: string | undefined) => value === 'on';

/** Missing and somebody else's are the same. */
const orChatGone = whenThrown(DestinationNotFoundError, 'chat-gone');

const changeChat = signedInAction('change-chat', async ({ fields, services, signedIn }) => {
  const changes = { events: MESSENGER_EVENTS.filter((event) => isTicked(fields[event])), isActive: isTicked(fields.isActive) };
  const change = services.messenger.update(signedIn, parseRowId(fields.destinationId ?? ''), changes);
  return seeOther(accountPath('chats', { notice: await change.then(() => 'chat-saved', orChatGone) }));
});

const unlinkChat = signedInAction('unlink-chat', async ({ fields, services, signedIn }) => {
  const removal = services.messenger.remove(signedIn, parseRowId(fields.destinationId ?? ''));
  return seeOther(accountPath('chats', { notice: await removal.then(() => 'chat-unlinked', orChatGone) }));
});

export const chatsForms = [linkChat, endLinking, changeChat, unlinkChat];
