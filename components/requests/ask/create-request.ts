import { createRequestKeys, thumbprintOf } from '#lib/envelope/answer-keys';
import { forgetRequest, type KeptRequest, keepRequest, type NamedRequest } from '../keys/request-keys-store';
import { AskError, endRequest, type NewRequest, postRequest } from '../request.client';

export interface Wish extends Omit<NewRequest, 'publicKey'> {
  /** Whether a private link can take the key to another device. */
  isForDevice: boolean;
}

/**
 * Makes a key pair and a secret request for it. Stores the private key before the server gets the public one, so that there
 * is never a link whose answers nobody can read.
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
  // Asks the browser not to evict the key when it needs room. Firefox asks its user.
  void navigator.storage?.persist?.().catch(() => false);
  return named;
}

async function keep(request: KeptRequest): Promise<void> {
  await keepRequest(request).catch(() => {
    throw new AskError({ code: 'store' });
  });
}
