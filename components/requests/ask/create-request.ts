import { createRequestKeys, thumbprintOf } from '#lib/envelope/answer.keys';
import { forgetRequest, type KeptRequest, keepRequest, type NamedRequest } from '../keys/request-keys.store';
import { AskError, endRequest, type NewRequest, postRequest } from '../request.client';

export interface Wish extends Omit<NewRequest, 'publicKey'> {
  /** Whether the key may leave this browser, in a private link. */
  isForDevice: boolean;
}

/**
 * Makes a key pair and a request for it. The private key is stored before the server hears of the public one: no link
 * is ever handed out that nobody could read the answers of.
 * @throws AskError
 */
export async function createRequest({ label, ttlSeconds, maxAnswers, isForDevice }: Wish): Promise<NamedRequest> {
  const { publicKey, privateKey } = await createRequestKeys({ extractable: isForDevice }).catch(() => {
    throw new AskError({ code: 'browser' });
  });
  const thumbprint = await thumbprintOf(publicKey);
  const now = Date.now();
  const unnamed: KeptRequest = {
    thumbprint,
    privateKey,
    requestId: null,
    manageToken: null,
    url: '',
    label,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + ttlSeconds * 1000).toISOString(),
  };
  await keep(unnamed);
  const made = await postRequest({ publicKey, label, ttlSeconds, maxAnswers }).catch(async (error: unknown) => {
    await forgetRequest(thumbprint).catch(() => undefined);
    throw error;
  });
  const { requestId, url, expiresAt, manageToken = null } = made;
  const named = { ...unnamed, requestId, url, expiresAt, manageToken };
  await keep(named).catch(async (error: unknown) => {
    await endRequest(requestId, manageToken, 'delete');
    throw error;
  });
  // A key is worth more than what browsers throw away when they need room. Firefox asks its user.
  void navigator.storage?.persist?.().catch(() => false);
  return named;
}

async function keep(request: KeptRequest): Promise<void> {
  await keepRequest(request).catch(() => {
    throw new AskError({ code: 'store' });
  });
}
