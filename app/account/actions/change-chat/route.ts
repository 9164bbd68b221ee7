import { parseRowId } from '#lib/http/row-id';
import { MESSENGER_EVENTS } from '#lib/messenger/messenger.rules';
import { accountPath } from '../../account-path';
import { seeOther, signedInAction } from '../form-action';
import { orChatGone } from '../messenger-notice';

/** A box that isn't ticked isn't sent. */
const isTicked = (value: string | undefined) => value === 'on';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = signedInAction(async ({ fields, services, signedIn }) => {
  const changes = { events: MESSENGER_EVENTS.filter((event) => isTicked(fields[event])), isActive: isTicked(fields.isActive) };
  const change = services.messenger.update(signedIn, parseRowId(fields.destinationId ?? ''), changes);
  return seeOther(accountPath('chats', { notice: await change.then(() => 'chat-saved', orChatGone) }));
});
