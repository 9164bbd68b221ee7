import { presentOwnKey } from '../accounts/accounts.presenter';
import type { Principal, SignedIn } from '../accounts/principal';
import type { Services } from '../composition/services';
import { nothingIfMissing } from '../http/errors';
import { presentMailbox } from '../mail/mail.presenter';
import { presentLinkedChat } from '../messenger/messenger.presenter';
import { presentOwned, presentRead } from '../pastes/service/paste.presenter';
import { presentOwnRequest } from '../requests/request.presenter';
import { presentWebhook } from '../webhooks/webhook.presenter';

const PASTES_AT_ONCE = 100;

type OwnDataServices = Pick<Services, 'accounts' | 'webhooks' | 'messenger' | 'mail' | 'secretRequests' | 'pastes' | 'config'>;

/**
 * All data of a user as JSON lines: one object a line, with its kind. Secrets are left out: those of keys and webhooks
 * are never returned, and the content of a burn paste is for its one reader.
 * @param clientAddress where the user is: contents that can't be read from there are left out
 */
export async function* ownData(
  { accounts, webhooks, messenger, mail, secretRequests, pastes, config }: OwnDataServices,
  user: Principal & { userName: string },
  clientAddress: string | null | 'operator',
): AsyncGenerator<Uint8Array> {
  yield line('account', { name: user.userName });
  for (const key of await accounts.listOwnKeys(user)) yield line('key', presentOwnKey(key));
  for (const webhook of await webhooks.list(user)) yield line('webhook', presentWebhook(webhook));
  for (const chat of await messenger.list(user)) yield line('chat', presentLinkedChat(chat));
  const mailbox = await mail?.find(user);
  if (mailbox) yield line('mailbox', presentMailbox(mailbox));
  for (let offset = 0; ; offset += PASTES_AT_ONCE) {
    const listed = await secretRequests.list(user, PASTES_AT_ONCE, offset);
    for (const request of listed) yield line('request', presentOwnRequest(request, config.BASE_URL));
    if (listed.length < PASTES_AT_ONCE) break;
  }
  for (let offset = 0; ; offset += PASTES_AT_ONCE) {
    const listed = await pastes.list(user, PASTES_AT_ONCE, offset);
    for (const { publicId } of listed) yield* pasteLine(pastes, user, publicId, clientAddress);
    if (listed.length < PASTES_AT_ONCE) return;
  }
}

async function* pasteLine(
  pastes: Services['pastes'],
  user: Principal,
  publicId: string,
  clientAddress: string | null | 'operator',
): AsyncGenerator<Uint8Array> {
  // A paste that has expired, burned or been deleted meanwhile is left out.
  const copy = await pastes.copyOwned(user, publicId, clientAddress).catch(nothingIfMissing);
  if (copy === null) return;
  if (copy.content === null) {
    yield line('paste', presentOwned(copy.paste));
    return;
  }
  const read = presentRead(copy);
  yield Buffer.from('{"paste":');
  if (read instanceof Uint8Array) yield read;
  else yield* read;
  yield Buffer.from('}\n');
}

const line = (what: string, value: object): Uint8Array => Buffer.from(`${JSON.stringify({ [what]: value })}\n`);

/** Deletes a user with all that is theirs. Pastes go one by one, so that caches forget them and receivers get their events. */
export async function removeAccount({ accounts, pastes }: Pick<Services, 'accounts' | 'pastes'>, user: SignedIn): Promise<void> {
  for (;;) {
    const listed = await pastes.list(user, PASTES_AT_ONCE, 0);
    const credentials = { principal: user, manageToken: null };
    const removed = await Promise.all(
      listed.map(({ publicId }) => pastes.remove(publicId, credentials).then(() => true, nothingIfMissing)),
    );
    // A listed paste that can't be found would be listed again, for ever.
    if (!removed.includes(true)) break;
  }
  await accounts.removeAccount(user);
}
