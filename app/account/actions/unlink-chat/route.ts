import { parseRowId } from '#lib/http/row-id';
import { accountPath } from '../../account-path';
import { seeOther, signedInAction } from '../form-action';
import { orChatGone } from '../messenger-notice';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = signedInAction(async ({ fields, services, signedIn }) => {
  const removal = services.messenger.remove(signedIn, parseRowId(fields.destinationId ?? ''));
  return seeOther(accountPath('chats', { notice: await removal.then(() => 'chat-unlinked', orChatGone) }));
});
