import { TooManyChatsError, TooManyTokensError } from '#lib/messenger/messenger.errors';
import { accountPath } from '../../account-path';
import { seeOther, signedInAction } from '../form-action';

/** Makes a linking token and hands it over to the page. The one this browser had before links nothing any more. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = signedInAction(async ({ request, services, signedIn }) => {
  const { messenger, messengerBot, handOvers } = services;
  if (messengerBot === null) return seeOther(accountPath('chats', { notice: 'chats-off' }));
  const before = await handOvers.linkingToken.findIn(signedIn, request.headers.get('cookie'));
  if (before !== null) await messenger.withdrawToken(signedIn, before);
  try {
    const { token } = await messenger.createToken(signedIn);
    return seeOther(accountPath('chats'), await handOvers.linkingToken.give(signedIn, token));
  } catch (error) {
    if (error instanceof TooManyChatsError) return seeOther(accountPath('chats', { notice: 'too-many-chats' }));
    if (error instanceof TooManyTokensError) return seeOther(accountPath('chats', { notice: 'too-many-tokens' }));
    throw error;
  }
});
